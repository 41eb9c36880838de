import type { BookingId, NoticeId, SeatNumber, WaitId } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import type { Paisa } from '../kernel/money.ts';
import { type Instant, daysAfter, hoursAfter, laterOf, minutesAfter } from '../kernel/time.ts';

/** Kinds of text messages about a booking. */
export const BOOKING_SMS_KINDS = [
  'CONFIRMED',
  'REMINDER',
  'CANCELLED',
  'RETIMED',
  'LATE',
  'BUS_CHANGED',
  'REFUND_DUE',
  'ACCOUNT_CHANGED',
  'REFUND_SENT',
  'REFUND_PAID',
  'REFUND_FAILED',
] as const;

export type BookingSmsKind = (typeof BOOKING_SMS_KINDS)[number];

/**
 * Kinds of text messages; CODE is a one-time code, OFFERED tells of seats that are offered to somebody who waits, DOOR
 * of an opening that was moved.
 */
export const SMS_KINDS = ['CODE', 'OFFERED', 'DOOR', ...BOOKING_SMS_KINDS] as const;

export type SmsKind = (typeof SMS_KINDS)[number];

/** A one-time code for a phone number. */
export interface CodeSms {
  readonly kind: 'CODE';
  /** The receiver's phone number, 10 digits. */
  readonly to: string;
  /** CHANGE: an existing account gets this phone number. FIND: somebody without an account wants to see a ticket. */
  readonly purpose: 'SIGN_IN' | 'CHANGE' | 'FIND';
  /** The six digits of the code. */
  readonly code: string;
}

/**
 * The event that a text message about a booking announces. All other facts are read from the booking when the message
 * is sent.
 */
export type BookingNews =
  | { readonly kind: 'CONFIRMED' | 'REMINDER' | 'BUS_CHANGED' }
  /**
   * `part` is the position of the cancelled seats in the booking's `parts`; undefined if the whole booking is
   * cancelled.
   */
  | { readonly kind: 'CANCELLED'; readonly part?: number }
  /** `before` is the old departure in local time, `YYYY-MM-DD HH:MM`. */
  | { readonly kind: 'RETIMED'; readonly before: string }
  /** `expected` is the estimated moment of boarding, `before` the one that it replaces; local, `YYYY-MM-DD HH:MM`. */
  | { readonly kind: 'LATE'; readonly before: string; readonly expected: string }
  /**
   * Announces a refund. Asks for a bank or wallet account if the booking names none for refunds. `paidTwiceBy` is the
   * gateway of the refunded payment if the booking had been paid before; undefined for other refunds.
   */
  | {
      readonly kind: 'REFUND_DUE';
      readonly amount: Paisa;
      readonly asksForAccount: boolean;
      readonly paidTwiceBy?: string;
    }
  /** `number` is the account number; all characters except the last few are `*`. */
  | { readonly kind: 'ACCOUNT_CHANGED'; readonly method: 'ESEWA' | 'KHALTI' | 'BANK'; readonly number: string }
  | { readonly kind: 'REFUND_PAID'; readonly amount: Paisa; readonly paidTwiceBy?: string }
  | { readonly kind: 'REFUND_SENT' | 'REFUND_FAILED'; readonly amount: Paisa };

/** A queued text message about a booking. Receiver and text are read from the booking when the message is sent. */
export type BookingSms = BookingNews & { readonly bookingId: BookingId };

/** A change of an account. Addresses and numbers are masked. */
export type AccountNews =
  /**
   * EMAIL_GONE: somebody else proved to own the account's address. EMAIL_ADDED: somebody who is signed in added the
   * address.
   */
  | { readonly news: 'EMAIL_GONE' | 'EMAIL_ADDED'; readonly email: string }
  /** `phone` is the new number; null if the number was removed. */
  | { readonly news: 'PHONE_CHANGED'; readonly phone: string | null };

interface AccountReceiver {
  /** The receiver's phone number, 10 digits. */
  readonly to: string;
}

/** Tells the user of an account, at the verified phone number, that the account was changed. */
export type AccountSms = AccountNews & AccountReceiver & { readonly kind: 'ACCOUNT' };

/** Tells a person who waits for seats, at the verified phone number, that some are offered. */
export interface OfferSms extends AccountReceiver {
  readonly kind: 'OFFERED';
  readonly waitId: WaitId;
  readonly language: Language;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** The departure and the end of the offer in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly until: string;
  /** The offered seats, sorted. Empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly seatsCount: number;
  /** The page where the reader sees the offer. */
  readonly page: string;
}

/** Tells a person who joined the opening of a sale, at the verified phone number, that it was moved. */
export interface DoorSms extends AccountReceiver {
  readonly kind: 'DOOR';
  readonly language: Language;
  /** The moment of the opening before and now, in local time, `YYYY-MM-DD HH:MM`. */
  readonly before: string;
  readonly opensAt: string;
  /** The page of the opening. */
  readonly page: string;
}

export type QueuedSms = CodeSms | AccountSms | OfferSms | DoorSms | BookingSms;

/** A text message to be queued. */
export interface NewSms {
  readonly sms: QueuedSms;
  /** The moment from which the message is not sent any more. */
  readonly expiresAt: Instant;
  /** The notice that the message delivers; undefined for other messages. */
  readonly notice?: NoticeId;
  /** The moment from which the message is sent. Undefined means at once. */
  readonly dueAt?: Instant;
}

const CODE_MINUTES = 5;
const REFUND_DAYS = 7;
/** Hours for which the service tries to send the message about a cancelled trip whose planned arrival has passed. */
const LATE_HOURS = 24;

/** Makes a text message with a code. It is sent within 5 minutes or not at all. */
export const newCodeSms = (sms: Omit<CodeSms, 'kind'>, now: Instant): NewSms => ({
  sms: { kind: 'CODE', ...sms },
  expiresAt: minutesAfter(now, CODE_MINUTES),
});

/** Makes a text message about an account. It is tried for a day. */
export const newAccountSms = (sms: AccountNews & AccountReceiver, now: Instant): NewSms => ({
  sms: { kind: 'ACCOUNT', ...sms },
  expiresAt: daysAfter(now, 1),
});

/** Makes a text message about a refund. It is tried for 7 days. */
export const newRefundSms = (sms: BookingSms, now: Instant): NewSms => ({
  sms,
  expiresAt: daysAfter(now, REFUND_DAYS),
});

/**
 * Makes a text message about a trip. The message expires when the bus arrives. If the arrival changes later, the new
 * arrival counts.
 */
export const newTripSms = (sms: BookingSms, { arrivesAt }: { readonly arrivesAt: Instant }): NewSms => ({
  sms,
  expiresAt: arrivesAt,
});

/** Makes a text message about a late bus. The message expires when the bus arrives, by the plan or by the estimate. */
export const newLateSms = (
  sms: BookingSms,
  { arrivesAt }: { readonly arrivesAt: Instant },
  expectedAt: Instant,
): NewSms => ({ sms, expiresAt: laterOf(arrivesAt, expectedAt) });

/** Makes a text message that reminds of a journey. It is not sent any more once the bus has left. */
export const newReminderSms = (sms: BookingSms, { departsAt }: { readonly departsAt: Instant }): NewSms => ({
  sms,
  expiresAt: departsAt,
});

/**
 * Makes a text message about a cancelled trip. The bus never arrives, so the message may be sent even after the planned
 * arrival.
 */
export const newCancellationSms = (
  sms: BookingSms,
  { arrivesAt }: { readonly arrivesAt: Instant },
  now: Instant,
): NewSms => ({ sms, expiresAt: arrivesAt > now ? arrivesAt : hoursAfter(now, LATE_HOURS) });

/** A text message as the provider gets it. */
export interface Sms {
  readonly kind: SmsKind;
  /** The receiver's phone number, 10 digits. */
  readonly to: string;
  readonly text: string;
  /** The number of parts that the provider charges for. */
  readonly parts: number;
}

/** A text message that is ready to be sent, and its new expiry. */
export interface ComposedSms {
  readonly sms: Sms;
  /**
   * The new expiry of the message, if it has changed since the message was queued. Undefined if the queued expiry is
   * still right.
   */
  readonly expiresAt?: Instant;
}

/** The provider's answer to a text message. */
export type SmsOutcome =
  /** The provider accepted the message. A lost answer counts as accepted, too, so that nobody gets a message twice. */
  | { readonly result: 'sent'; readonly doubt?: unknown }
  /** The provider refuses this message; trying again is useless. */
  | { readonly result: 'refused'; readonly reason: string }
  /** The provider takes no messages at all, because the token is wrong or the credit is used up. */
  | { readonly result: 'refused for all'; readonly reason: string }
  /** The provider cannot be reached or has failed, so it has not accepted the message. */
  | { readonly result: 'unreachable'; readonly reason: string };

/**
 * Sends text messages through a provider. Settles within 10 seconds. If it rejects, the provider counts as unreachable.
 */
export interface SmsSender {
  send(sms: Sms): Promise<SmsOutcome>;
}
