import type { BookingId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** A confirmation to be mailed now, by whoever claimed it. */
export interface ClaimedMail {
  readonly bookingId: BookingId;
  readonly queuedAt: Instant;
  /** Which attempt this is, counted from 1. */
  readonly attempt: number;
}

/**
 * Confirmations that wait to be mailed, written with the change they tell of: one a booking, tried until it is out or given up.
 * A claim keeps others away for a while. Of a claim that lapsed and was made again only the newest one decides what happens next.
 */
export interface MailQueue {
  /** Queues a booking's confirmation, due at once. It is queued once, however often this is called. */
  add(booking: BookingId, at: Instant): Promise<void>;
  /** Whether any mail is due at `now`: one look at an index, so that nothing is begun for nothing. */
  anyDue(now: Instant): Promise<boolean>;
  /** Takes mails that are due at `now`, the longest due first. Nobody else gets them before `until`. */
  claim(now: Instant, until: Instant, limit: number): Promise<readonly ClaimedMail[]>;
  /** The mail is out. */
  markSent(mail: ClaimedMail, at: Instant): Promise<void>;
  /** The mail did not go out: it is due again at `at`. */
  postpone(mail: ClaimedMail, at: Instant): Promise<void>;
  /** The mail will not go out any more. */
  giveUp(mail: ClaimedMail): Promise<void>;
}
