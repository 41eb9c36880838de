import type { BookingId, MailId, NoticeId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { ComposedMail } from './mailer.ts';

/** Kinds of mails about a booking. BOOKING_CANCELLED: the company or an administrator cancelled the booking. */
export type BookingMailKind = 'BOOKING_CONFIRMED' | 'BOOKING_CANCELLED';

/**
 * A mail that is composed from the booking's latest state at the moment of sending. Each booking has at most one mail
 * of a kind.
 */
export interface BookingMail {
  readonly kind: BookingMailKind;
  readonly bookingId: BookingId;
}

export type QueuedMail = BookingMail | ComposedMail;

/** A mail that the caller has claimed and must send now. */
export interface ClaimedMail {
  readonly id: MailId;
  readonly mail: QueuedMail;
  readonly queuedAt: Instant;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The notice that the mail delivers; undefined for other mails. */
  readonly notice?: NoticeId;
}

/** Minutes for which a process claims a mail. Sending a mail times out well before a claim ends. */
export const CLAIM_MINUTES = 2;

/** OBSOLETE: the mail's news no longer applies. FAILED: the mail could not be sent. */
export type WhyUnsent = 'OBSOLETE' | 'FAILED';

/**
 * Queued mails. A mail is queued in the transaction of the change that it reports. Sending is tried until it succeeds
 * or is given up. While a process has claimed a mail, no other process sends it. A claim lapses after a time. Then
 * another process can claim the mail, and only the newest claim can change it. The state of a mail that delivers a
 * notice is also written to the notice.
 */
export interface MailQueue {
  /** Queues a mail about a booking, due at once. Repeated calls queue it only once. */
  add(mail: BookingMail, at: Instant): Promise<void>;
  /**
   * Queues a mail about a booking again, due at `due`, whether or not it was sent before. Does nothing while an
   * unclaimed mail is queued, because that mail will show the booking's latest state.
   */
  repeat(mail: BookingMail, at: Instant, due: Instant): Promise<void>;
  /**
   * Queues composed mails in one statement, due at once. Their text is deleted when they are sent or given up, because
   * the text may hold a secret link. `notices` are the notices that the mails deliver, in the same order.
   */
  post(mails: readonly ComposedMail[], at: Instant, notices?: readonly NoticeId[]): Promise<void>;
  /** Queues a composed mail that the caller is sending already. No other process gets it before `until`. */
  postClaimed(mail: ComposedMail, at: Instant, until: Instant): Promise<ClaimedMail>;
  /**
   * Whether any mail is due at `now`. Cheap: reads one index entry. Callers begin a transaction only if a mail is due.
   */
  anyDue(now: Instant): Promise<boolean>;
  /** Claims mails due at `now`, the longest overdue first. No other process gets them before `until`. */
  claim(now: Instant, until: Instant, limit: number): Promise<readonly ClaimedMail[]>;
  /** Records that the mail was sent. A mail that was queued again in the meantime stays in the queue. */
  markSent(mail: ClaimedMail, at: Instant): Promise<void>;
  /** Makes a mail that could not be sent due again at `at`. */
  postpone(mail: ClaimedMail, at: Instant): Promise<void>;
  /** Gives up the mail: it is never sent. */
  giveUp(mail: ClaimedMail, why: WhyUnsent): Promise<void>;
  /**
   * Deletes at most `limit` mails queued by `post` before `before` that are sent or given up. Returns the number of
   * deleted mails. Mails about bookings stay, so that they are never queued twice.
   */
  prunePosted(before: Instant, limit: number): Promise<number>;
}
