import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** What a passenger is told: that their booking is paid, or that somebody else has cancelled it. */
export type BookingMailKind = 'BOOKING_CONFIRMED' | 'BOOKING_CANCELLED';

export interface QueuedMail {
  readonly kind: BookingMailKind;
  readonly bookingId: BookingId;
}

/** A mail that the caller has claimed and is to send now. */
export interface ClaimedMail extends QueuedMail {
  readonly queuedAt: Instant;
  /** Which attempt this is, counted from 1. */
  readonly attempt: number;
}

/**
 * Mails about bookings, queued in the same transaction as the change that they report: one of a kind per booking, tried
 * until it is sent or given up. A claim keeps others away for a while. When a claim has lapsed and the mail was claimed
 * again, only the newest claim decides what happens to it.
 */
export interface MailQueue {
  /** Queues a mail, due at once. It is queued only once, however often this is called. */
  add(mail: QueuedMail, at: Instant): Promise<void>;
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
}
