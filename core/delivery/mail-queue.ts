import type { BookingId, MailId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { ComposedMail } from './mailer.ts';

/** What a passenger is told: that their booking is paid, or that somebody else has cancelled it. */
export type BookingMailKind = 'BOOKING_CONFIRMED' | 'BOOKING_CANCELLED';

/** A mail that is composed when it is sent, from what its booking is by then: one of a kind a booking. */
export interface BookingMail {
  readonly kind: BookingMailKind;
  readonly bookingId: BookingId;
}

export type QueuedMail = BookingMail | ComposedMail;

/** A mail that the caller has claimed and is to send now. */
export interface ClaimedMail {
  readonly id: MailId;
  readonly mail: QueuedMail;
  readonly queuedAt: Instant;
  /** Which attempt this is, counted from 1. */
  readonly attempt: number;
}

/**
 * Mails that are queued in the same transaction as the change that they tell of, and tried until they are sent or given
 * up. A claim keeps others away for a while. When a claim has lapsed and the mail was claimed again, only the newest
 * claim decides what happens to it.
 */
export interface MailQueue {
  /** Queues a mail about a booking, due at once. It is queued only once, however often this is called. */
  add(mail: BookingMail, at: Instant): Promise<void>;
  /**
   * Queues mails as they are, due at once, all in one statement. What they say is kept until they are sent or given up,
   * and no longer: it may hold a link that only their reader may follow.
   */
  post(mails: readonly ComposedMail[], at: Instant): Promise<void>;
  /** Whether any mail is due at `now`: one look at an index, so that no transaction is begun for nothing. */
  anyDue(now: Instant): Promise<boolean>;
  /** Claims mails that are due at `now`, the longest due first. Nobody else gets them before `until`. */
  claim(now: Instant, until: Instant, limit: number): Promise<readonly ClaimedMail[]>;
  /** The mail was sent. */
  markSent(mail: ClaimedMail, at: Instant): Promise<void>;
  /** The mail could not be sent: it is due again at `at`. */
  postpone(mail: ClaimedMail, at: Instant): Promise<void>;
  /** The mail will not be tried again. */
  giveUp(mail: ClaimedMail): Promise<void>;
  /**
   * Forgets at most `limit` mails that were posted before `before` and are sent or given up, and returns how many.
   * Those about bookings stay, so that they are never queued a second time.
   */
  prunePosted(before: Instant, limit: number): Promise<number>;
}
