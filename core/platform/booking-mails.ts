import type { SeatNumber } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/* Mails about bookings, to passengers and to customers of a counter, in the booking's language. */

/** The facts about a booking that every mail about it shows. */
export interface AboutBooking extends Addressed {
  readonly language: Language;
  readonly bookingCode: string;
  /** Customers of a counter have no account with the service, and get refunds from the company. */
  readonly channel: 'ONLINE' | 'COUNTER' | 'AGENT';
  /** The agent that sold the booking, in whose name the mail is sent. Left out unless an agent did. */
  readonly agent?: { readonly name: string; readonly email: string };
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

/** A journey as an iCalendar file. */
export interface CalendarEntry {
  readonly fileName: string;
  readonly text: string;
  /** Whether the entry removes a cancelled journey from the reader's calendar. */
  readonly isCancelled: boolean;
}

/** A mail that changes the reader's calendar. */
interface WithCalendarEntries {
  /**
   * The attached calendar entries: of this booking and, after a change to another trip, of the old booking. Not given
   * in mails that older versions queued.
   */
  readonly calendarEntries?: readonly CalendarEntry[];
}

export interface BookingConfirmedMail extends AboutBooking, WithCalendarEntries {
  readonly kind: 'booking-confirmed';
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly amount: Paisa;
  /** The place where the first passenger gets on, and the local time to be there, `YYYY-MM-DD HH:MM`. */
  readonly gettingOn: { readonly name: string; readonly time: string };
  /** The moments at which the first passenger gets on and off. */
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The boarding and dropping point of the first passenger; empty if none was chosen. */
  readonly boardingPoint: string;
  readonly droppingPoint: string;
  readonly ticket: MailedFile;
}

/** The mail that reminds of a journey on the evening before. */
export interface JourneyReminderMail extends AboutBooking {
  readonly kind: 'journey-reminder';
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** The place where the first passenger gets on, and the local time to be there, `YYYY-MM-DD HH:MM`. */
  readonly gettingOn: { readonly name: string; readonly time: string };
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
}

/** The refund for a paid booking that is cancelled, or for its cancelled seats. */
export interface MoneyBack {
  readonly paid: Paisa;
  /** The sum of earlier goodwill refunds, whether paid already or not. */
  readonly before: Paisa;
  readonly refund: Paisa;
  /** The local day by which the refund is paid, `YYYY-MM-DD`; null without a refund. */
  readonly dueOn: string | null;
  /**
   * ACCOUNT: the platform sends the refund to a bank or wallet account. COUNTER: the company pays it in cash. GATEWAY:
   * the gateway pays it back without a person.
   */
  readonly goesTo: 'ACCOUNT' | 'COUNTER' | 'GATEWAY' | 'AGENT';
  /** The bank or wallet account that the refund goes to. If null, the mail asks the reader for an account. */
  readonly account: MaskedAccount | null;
}

/** A bank or wallet account that a refund goes to, as mails show it. */
export interface MaskedAccount {
  readonly method: 'ESEWA' | 'KHALTI' | 'BANK';
  readonly bank: string | null;
  /** The account number, in which all characters except the last few are bullets. */
  readonly number: string;
}

/** The mail about a booking that somebody else than the passenger cancelled. */
export interface BookingCancelledMail extends AboutBooking, WithCalendarEntries {
  readonly kind: 'booking-cancelled';
  /** True if only some seats of the booking were cancelled. `seats` are then the cancelled seats. */
  readonly isPart?: boolean;
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  /** The side that cancelled the booking: `service` is an administrator, `agent` the agent that sold it. */
  readonly by: 'company' | 'service' | 'agent';
  /** The reason of the cancellation, as the company or the administrator typed it. */
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

/** The mail to passengers of a cancelled trip. Their bookings are cancelled with it. */
export interface TripCancelledMail extends AboutTripMail, WithCalendarEntries {
  readonly kind: 'trip-cancelled';
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  /** The money that the reader gets back; null if nothing was paid. */
  readonly money: MoneyBack | null;
}

/** The options of a passenger whose trip was changed, but not cancelled. */
export interface TripGoesOn {
  /** Whether the passenger can still cancel: false once the bus has left the first stop of the journey. */
  readonly mayCancel: boolean;
  /** Whether the passenger can cancel without a fee. Otherwise the booking's cancellation terms apply. */
  readonly isFreeToCancel: boolean;
  /** The payment deadline in local time; null if the booking is paid. */
  readonly payBy: string | null;
}

/** The mail to passengers of a trip that has new times. */
export interface TripRetimedMail extends AboutTripMail, TripGoesOn, WithCalendarEntries {
  readonly kind: 'trip-retimed';
  readonly before: TripTimes;
  readonly after: TripTimes;
}

/** The mail to passengers whose bus is late, or less late than they were told. */
export interface TripLateMail extends AboutBooking {
  readonly kind: 'trip-late';
  /** The place of boarding; empty if the passenger chose none. */
  readonly boardingPoint: string;
  /** The planned moment of boarding, the estimated one, and the one that it replaces; local, `YYYY-MM-DD HH:MM`. */
  readonly planned: string;
  readonly expected: string;
  readonly before: string;
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
  /** The reason that crew or office told; null if nobody told one. */
  readonly cause: 'BREAKDOWN' | 'ROAD_CLOSED' | 'WEATHER' | 'STRIKE' | 'TRAFFIC' | 'OTHER' | null;
}

/** The mail to passengers whose trip has another bus now, on which some seats have other numbers. */
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

/** The mail about a refund that is due. Sent only if no other mail mentions the refund. */
export interface RefundDueMail extends AboutBooking {
  readonly kind: 'refund-due';
  readonly amount: Paisa;
  readonly reason: RefundMailReason;
  /** The local day by which the refund is paid, `YYYY-MM-DD`. */
  readonly dueOn: string;
  /** The bank or wallet account that the refund goes to. If null, the mail asks the reader for an account. */
  readonly account: MaskedAccount | null;
}

/** The mail to the payer when somebody names another bank or wallet account for the booking's refunds. */
export interface RefundAccountMail extends AboutBooking {
  readonly kind: 'refund-account';
  readonly account: MaskedAccount;
  /** The role of the person who named the bank or wallet account. */
  readonly namedBy: 'PASSENGER' | 'OPERATOR' | 'ADMIN';
}

/** The mail to the person who booked about a refund that was sent, was paid, or failed. */
export interface RefundMail extends AboutBooking {
  readonly kind: 'refund-sent' | 'refund-paid' | 'refund-failed';
  readonly amount: Paisa;
  readonly reason: RefundMailReason;
  /** CASH: the company paid at its counter. AUTOMATIC: the payment's gateway paid. */
  readonly method: 'ESEWA' | 'KHALTI' | 'BANK' | 'CASH' | 'AUTOMATIC';
  /** The transfer's reference number. */
  readonly reference: string | null;
  /** The bank or wallet account that receives the refund, with a masked number; null when unknown. */
  readonly account: { readonly bank: string | null; readonly number: string } | null;
  /** The reason why a refund failed; null otherwise. */
  readonly failure: string | null;
}

/** Mails that are composed from the booking's latest state at the moment of sending. */
export type FreshBookingMail = BookingConfirmedMail | BookingCancelledMail;

/**
 * Mails that are composed when they are queued, because they describe a change. A `BookingCancelledMail` is composed
 * early only if it is about some seats of a booking.
 */
export type ComposedBookingMail =
  | BookingCancelledMail
  | JourneyReminderMail
  | TripCancelledMail
  | TripRetimedMail
  | TripLateMail
  | SeatsMovedMail
  | RefundDueMail
  | RefundAccountMail
  | RefundMail;

/** The receiver of a mail. */
export interface Addressed {
  /** A single address, checked and in lower case. */
  readonly to: string;
  /** The receiver's name, as the receiver typed it. */
  readonly name: string;
}
