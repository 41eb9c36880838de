import type { BookingId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter } from '../kernel/time.ts';

/** Kinds of texts about a booking. */
export const BOOKING_SMS_KINDS = [
  'CONFIRMED',
  'CANCELLED',
  'RETIMED',
  'BUS_CHANGED',
  'REFUND_DUE',
  'ACCOUNT_CHANGED',
  'REFUND_SENT',
  'REFUND_PAID',
  'REFUND_FAILED',
] as const;

export type BookingSmsKind = (typeof BOOKING_SMS_KINDS)[number];

/** Kinds of all texts; CODE is a one-time code. */
export const SMS_KINDS = ['CODE', ...BOOKING_SMS_KINDS] as const;

export type SmsKind = (typeof SMS_KINDS)[number];

/** A one-time code for a phone number. */
export interface CodeSms {
  readonly kind: 'CODE';
  /** The receiver's number, of 10 digits. */
  readonly to: string;
  /** CHANGE: the number becomes that of an existing account. FIND: a ticket is shown without an account. */
  readonly purpose: 'SIGN_IN' | 'CHANGE' | 'FIND';
  /** The code, of six digits. */
  readonly code: string;
}

/** The event that a text about a booking announces. All other data is read from the booking when the text is sent. */
export type BookingNews =
  | { readonly kind: 'CONFIRMED' | 'BUS_CHANGED' }
  /** `part` is the position of the cancelled part in the booking's list; undefined for the whole booking. */
  | { readonly kind: 'CANCELLED'; readonly part?: number }
  /** `before` is the old departure in local time, `YYYY-MM-DD HH:MM`. */
  | { readonly kind: 'RETIMED'; readonly before: string }
  /** Announces a refund, and asks for an account unless the booking has one. */
  | { readonly kind: 'REFUND_DUE'; readonly amount: Paisa; readonly asksForAccount: boolean }
  /** The account number; all characters except the last few are `*`. */
  | { readonly kind: 'ACCOUNT_CHANGED'; readonly method: 'ESEWA' | 'KHALTI' | 'BANK'; readonly number: string }
  | { readonly kind: 'REFUND_SENT' | 'REFUND_PAID' | 'REFUND_FAILED'; readonly amount: Paisa };

/** A queued text about a booking. Its number and words follow from the booking when it is sent. */
export type BookingSms = BookingNews & { readonly bookingId: BookingId };

export type QueuedSms = CodeSms | BookingSms;

/** A text to be queued. */
export interface NewSms {
  readonly sms: QueuedSms;
  /** The moment from which the text is not sent any more. */
  readonly expiresAt: Instant;
}

const CODE_MINUTES = 5;
const REFUND_DAYS = 7;
/** Hours after the planned arrival of a cancelled trip in which its text is still sent. */
const LATE_HOURS = 24;

/** Makes a text with a code, which is of no use after 5 minutes. */
export const newCodeSms = (sms: Omit<CodeSms, 'kind'>, now: Instant): NewSms => ({
  sms: { kind: 'CODE', ...sms },
  expiresAt: minutesAfter(now, CODE_MINUTES),
});

/** Makes a text about money, which is tried for 7 days. */
export const newRefundSms = (sms: BookingSms, now: Instant): NewSms => ({
  sms,
  expiresAt: daysAfter(now, REFUND_DAYS),
});

/** Makes a text about a trip, which is of no use once the trip has arrived. A new arrival counts when it is sent. */
export const newTripSms = (sms: BookingSms, { arrivesAt }: { readonly arrivesAt: Instant }): NewSms => ({
  sms,
  expiresAt: arrivesAt,
});

/**
 * Makes a text about a cancelled trip. The trip never arrives, so the text is still of use after the planned arrival.
 */
export const newCancellationSms = (
  sms: BookingSms,
  { arrivesAt }: { readonly arrivesAt: Instant },
  now: Instant,
): NewSms => ({ sms, expiresAt: arrivesAt > now ? arrivesAt : hoursAfter(now, LATE_HOURS) });

/** A text as it is handed to the provider. */
export interface Sms {
  readonly kind: SmsKind;
  /** The receiver's number, of 10 digits. */
  readonly to: string;
  readonly text: string;
  /** The number of parts that the provider charges for. */
  readonly parts: number;
}

/** A text in words. */
export interface ComposedSms {
  readonly sms: Sms;
  /** The moment from which the text is of no use, as things are now. Undefined if the queued moment holds. */
  readonly expiresAt?: Instant;
}

/** The provider's answer to a text. */
export type SmsOutcome =
  /**
   * The provider accepted the text. Or its answer was lost, which counts as accepted, so that nobody gets a text twice.
   */
  | { readonly result: 'sent'; readonly doubt?: unknown }
  /** The provider does not take this text, today or later. */
  | { readonly result: 'refused'; readonly reason: string }
  /** The provider takes no texts at all, because the token is wrong or the credit used up. */
  | { readonly result: 'refused for all'; readonly reason: string }
  /** The provider cannot be reached or has failed, so the text was not accepted. */
  | { readonly result: 'unreachable'; readonly reason: string };

/** Hands texts to a provider. Answers within 10 seconds. A rejection counts as unreachable. */
export interface SmsSender {
  send(sms: Sms): Promise<SmsOutcome>;
}
