import type { SeatNumber } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/* Mails about bookings, to passengers and to customers of a counter, in the booking's language. */

/** The booking that a mail is about. */
export interface AboutBooking extends Addressed {
  readonly language: Language;
  readonly bookingCode: string;
  /** Customers of a counter have no account, and get refunds from the company. */
  readonly channel: 'ONLINE' | 'COUNTER';
  /** The page where the reader sees and changes the booking; null for a counter sale. */
  readonly page: string | null;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly companyName: string;
  /** The seat numbers, ordered; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
}

/** A trip's departure and arrival in local time, `YYYY-MM-DD HH:MM`. */
export interface TripTimes {
  readonly departure: string;
  readonly arrival: string;
}

/** A file attached to a mail. */
export interface MailedFile {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export interface BookingConfirmedMail extends AboutBooking {
  readonly kind: 'booking-confirmed';
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly amount: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The boarding and dropping point of the first passenger; empty if none was chosen. */
  readonly boardingPoint: string;
  readonly droppingPoint: string;
  readonly ticket: MailedFile;
  /** The journey as an iCalendar file. */
  readonly calendarEntry: MailedFile;
}

/** The refund of a paid booking that is cancelled. */
export interface MoneyBack {
  readonly paid: Paisa;
  /** The sum of earlier refunds, paid or promised as goodwill. */
  readonly before: Paisa;
  readonly refund: Paisa;
  /** The local day by which the refund is paid, `YYYY-MM-DD`; null without a refund. */
  readonly dueOn: string | null;
  /**
   * ACCOUNT: the platform sends the refund to an account. COUNTER: the company pays it in cash. GATEWAY: the gateway
   * pays it back by itself.
   */
  readonly goesTo: 'ACCOUNT' | 'COUNTER' | 'GATEWAY';
  /** The account that the refund goes to. If null, the mail asks the reader for an account. */
  readonly account: MaskedAccount | null;
}

/** An account that a refund goes to. */
export interface MaskedAccount {
  readonly method: 'ESEWA' | 'KHALTI' | 'BANK';
  readonly bank: string | null;
  /** All characters except the last few are bullets. */
  readonly number: string;
}

/** The mail about a booking that somebody else than the passenger cancelled. */
export interface BookingCancelledMail extends AboutBooking {
  readonly kind: 'booking-cancelled';
  /** True if the other seats of the booking stay. `seats` are the cancelled ones then. */
  readonly isPart?: boolean;
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  /** The canceller: the company itself, or an administrator. */
  readonly by: 'company' | 'service';
  /** The reason as it was typed. */
  readonly reason: string;
  /** The money that the reader gets back; null if nothing was paid. */
  readonly money: MoneyBack | null;
}

/** Mails about a trip that its company changed. */
export interface AboutTripMail extends AboutBooking {
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
  readonly cause: 'BREAKDOWN' | 'ROAD_CLOSED' | 'WEATHER' | 'STRIKE' | 'LOW_SALES' | 'OTHER';
  /** The company's note to its passengers. May have several lines, or be empty. */
  readonly note: string;
}

/** The mail about a cancelled trip, and so a cancelled booking. */
export interface TripCancelledMail extends AboutTripMail {
  readonly kind: 'trip-cancelled';
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  /** The money that the reader gets back; null if nothing was paid. */
  readonly money: MoneyBack | null;
}

/** The options of a passenger whose trip was changed. */
export interface TripGoesOn {
  /** Whether the passenger can still cancel: false from the planned departure on. */
  readonly mayCancel: boolean;
  /** Whether cancelling is free. Otherwise the booking's terms apply. */
  readonly isFreeToCancel: boolean;
  /** The payment deadline in local time; null when paid. */
  readonly payBy: string | null;
}

/** The mail about a trip with new times. */
export interface TripRetimedMail extends AboutTripMail, TripGoesOn {
  readonly kind: 'trip-retimed';
  readonly before: TripTimes;
  readonly after: TripTimes;
}

/** The mail about another bus, on which passengers have other seats. */
export interface SeatsMovedMail extends AboutTripMail, TripGoesOn {
  readonly kind: 'seats-moved';
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** The seats whose number changed. */
  readonly moved: readonly { readonly seat: string; readonly newSeat: string }[];
}

type RefundMailReason =
  | 'LATE_PAYMENT'
  | 'DUPLICATE_PAYMENT'
  | 'AMOUNT_DIFFERS'
  | 'PASSENGER_CANCELLATION'
  | 'OPERATOR_CANCELLATION'
  | 'CHANGE'
  | 'GOODWILL';

/** The payer's mail about an owed refund that no other mail announces. */
export interface RefundDueMail extends AboutBooking {
  readonly kind: 'refund-due';
  readonly amount: Paisa;
  readonly reason: RefundMailReason;
  /** The local day by which the refund is paid, `YYYY-MM-DD`. */
  readonly dueOn: string;
  /** The account that the refund goes to. If null, the mail asks the reader for an account. */
  readonly account: MaskedAccount | null;
}

/** The mail that a payer gets when refunds of the booking go to another account. */
export interface RefundAccountMail extends AboutBooking {
  readonly kind: 'refund-account';
  readonly account: MaskedAccount;
  /** The role of the person who named the account. */
  readonly namedBy: 'PASSENGER' | 'OPERATOR' | 'ADMIN';
}

/** The mail about a refund that was sent, has arrived, or failed. Goes to the person who booked. */
export interface RefundMail extends AboutBooking {
  readonly kind: 'refund-sent' | 'refund-paid' | 'refund-failed';
  readonly amount: Paisa;
  readonly reason: RefundMailReason;
  /** CASH: the company's counter paid. AUTOMATIC: the gateway of the payment paid. */
  readonly method: 'ESEWA' | 'KHALTI' | 'BANK' | 'CASH' | 'AUTOMATIC';
  /** The transfer's reference number. */
  readonly reference: string | null;
  /** The receiving account with a masked number; null when unknown. */
  readonly account: { readonly bank: string | null; readonly number: string } | null;
  /** The reason why a refund failed; null otherwise. */
  readonly failure: string | null;
}

/** Mails composed when sent, from the booking's state at that time. */
export type FreshBookingMail = BookingConfirmedMail | BookingCancelledMail;

/** Mails composed when queued, because they describe a change. Of cancellations only those of some seats. */
export type ComposedBookingMail =
  | BookingCancelledMail
  | TripCancelledMail
  | TripRetimedMail
  | SeatsMovedMail
  | RefundDueMail
  | RefundAccountMail
  | RefundMail;

/** The receiver of a mail. */
export interface Addressed {
  /** A single address, checked and in lower case. */
  readonly to: string;
  /** The person's name, as they typed it. */
  readonly name: string;
}
