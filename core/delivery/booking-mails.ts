import type { SeatNumber } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Addressed } from './addressed.ts';

/* What passengers, and those who bought at a counter, are told of their bookings, in the language of the booking. */

/** Which booking it is. */
export interface AboutBooking extends Addressed {
  readonly language: Language;
  readonly bookingCode: string;
  /** Whoever bought at a counter has no account to look at, and is paid back by the company. */
  readonly channel: 'ONLINE' | 'COUNTER';
  /** Where the reader looks at the booking and changes it; null of one that was made at a counter. */
  readonly page: string | null;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly companyName: string;
  /** In their order; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
}

/** From when to when a trip goes, in local time, `YYYY-MM-DD HH:MM`. */
export interface TripTimes {
  readonly departure: string;
  readonly arrival: string;
}

/** A file that comes with a mail. */
export interface MailedFile {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export interface BookingConfirmedMail extends AboutBooking {
  readonly kind: 'booking-confirmed';
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly amount: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** Where the first passenger gets on and off; empty when none was named. */
  readonly boardingPoint: string;
  readonly droppingPoint: string;
  readonly ticket: MailedFile;
  /** The journey as an iCalendar file. */
  readonly calendarEntry: MailedFile;
}

/** What becomes of the money of a paid booking that is cancelled. */
export interface MoneyBack {
  readonly paid: Paisa;
  /** What went back, or was promised, before: as goodwill. */
  readonly before: Paisa;
  readonly refund: Paisa;
  /** The local day by which it is paid back, `YYYY-MM-DD`; null without a refund. */
  readonly dueOn: string | null;
  /** To the wallet that it was paid from, unless another account is named; or over the company's counter, in cash. */
  readonly goesTo: 'WALLET' | 'COUNTER';
}

/** A booking that its passenger did not cancel themselves. */
export interface BookingCancelledMail extends AboutBooking {
  readonly kind: 'booking-cancelled';
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  /** The company itself, or those who run the service. */
  readonly by: 'company' | 'service';
  /** As they typed it. */
  readonly reason: string;
  /** Null when nothing was paid. */
  readonly money: MoneyBack | null;
}

/** To whoever has booked a trip that its company changes. */
export interface AboutTripMail extends AboutBooking {
  /** Where the company can be asked; null when it has given no number. */
  readonly companyPhone: string | null;
  readonly cause: 'BREAKDOWN' | 'ROAD_CLOSED' | 'WEATHER' | 'STRIKE' | 'LOW_SALES' | 'OTHER';
  /** What the company has to say to its passengers; may have several lines, or be empty. */
  readonly note: string;
}

/** The company has cancelled the trip, and with it the booking. */
export interface TripCancelledMail extends AboutTripMail {
  readonly kind: 'trip-cancelled';
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  /** Null when nothing was paid. */
  readonly money: MoneyBack | null;
}

/** What the passenger of a changed trip can do. */
export interface TripGoesOn {
  /** Whether it can still be cancelled: not once the time of departure has passed. */
  readonly mayCancel: boolean;
  /** Whether cancelling costs nothing; else it costs what the terms of the booking say. */
  readonly isFreeToCancel: boolean;
  /** Until when it has to be paid, in local time; null when it is paid. */
  readonly payBy: string | null;
}

/** The company has changed the times of the trip. */
export interface TripRetimedMail extends AboutTripMail, TripGoesOn {
  readonly kind: 'trip-retimed';
  readonly before: TripTimes;
  readonly after: TripTimes;
}

/** Another bus goes, on which the passengers have other seats. */
export interface SeatsMovedMail extends AboutTripMail, TripGoesOn {
  readonly kind: 'seats-moved';
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** The seats whose number changed. */
  readonly moved: readonly { readonly seat: string; readonly newSeat: string }[];
}

/** Money goes back, has arrived, or could not be paid: to whoever has booked, or bought at a counter. */
export interface RefundMail extends AboutBooking {
  readonly kind: 'refund-sent' | 'refund-paid' | 'refund-failed';
  readonly amount: Paisa;
  readonly reason:
    'LATE_PAYMENT' | 'DUPLICATE_PAYMENT' | 'PASSENGER_CANCELLATION' | 'OPERATOR_CANCELLATION' | 'GOODWILL';
  /** CASH: over the company's counter. */
  readonly method: 'ESEWA' | 'KHALTI' | 'BANK' | 'CASH';
  /** Under which number the transfer is found. */
  readonly reference: string | null;
  /** The account it was sent to, its number masked; null when it is not known. */
  readonly account: { readonly bank: string | null; readonly number: string } | null;
  /** Of a refund that failed: why. */
  readonly failure: string | null;
}

/** Those that are composed from the booking as it is when they are sent. */
export type FreshBookingMail = BookingConfirmedMail | BookingCancelledMail;

/** Those that tell of a change, in its own words. */
export type ComposedBookingMail = TripCancelledMail | TripRetimedMail | SeatsMovedMail | RefundMail;
