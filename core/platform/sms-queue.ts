import type { NoticeId, SmsId } from '../kernel/ids.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { WhyUnsent } from './mail-queue.ts';
import type { NewSms, QueuedSms } from './sms.ts';

/** A text message that waits to be sent. */
export interface WaitingSms {
  readonly id: SmsId;
  readonly sms: QueuedSms;
  readonly expiresAt: Instant;
  /** The number of the coming attempt, from 1. */
  readonly attempt: number;
  /** The notice that the message delivers; undefined for other messages. */
  readonly notice?: NoticeId;
}

/**
 * Queued text messages. A message is queued in the transaction of the change that it reports. It is marked as sent
 * before the provider gets it. If the process dies in between, the message is lost rather than sent twice. Marking
 * deletes its text, because the text may contain a code. The state of a message that delivers a notice is also written
 * to the notice.
 */
export interface SmsQueue {
  /** Queues text messages in one statement, due at once unless they say when. */
  add(texts: readonly NewSms[], at: Instant): Promise<void>;
  /**
   * Text messages that are due at `now`. Messages with codes come first, because somebody waits for them. Within both
   * groups, the longest overdue come first. Several processes may read the same messages.
   */
  due(now: Instant, limit: number): Promise<readonly WaitingSms[]>;
  /**
   * Marks the message as sent at `at` in this number of parts. Returns false if another process has marked it or put it
   * back since. Then the caller must not send it.
   */
  take(text: WaitingSms, parts: number, at: Instant): Promise<boolean>;
  /** Makes a message that the caller marked as sent due again at `at`. */
  putBack(text: WaitingSms, at: Instant): Promise<void>;
  /** Gives up a message that the caller marked as sent: it is never sent. */
  giveUp(text: WaitingSms, why: WhyUnsent): Promise<void>;
  /** The number of text messages that wait. */
  backlog(): Promise<number>;
  /** The total number of parts of all text messages that were sent within the span. */
  partsSent(during: Span): Promise<number>;
  /**
   * Deletes at most `limit` text messages queued before `before` that are sent or given up. Returns the number of
   * deleted messages.
   */
  prune(before: Instant, limit: number): Promise<number>;
}
