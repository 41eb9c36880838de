import type { SmsId } from '../kernel/ids.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { NewSms, QueuedSms } from './sms.ts';

/** A text that waits to be sent. */
export interface WaitingSms {
  readonly id: SmsId;
  readonly sms: QueuedSms;
  readonly expiresAt: Instant;
  /** The number of the coming attempt, from 1. */
  readonly attempt: number;
}

/**
 * Texts queued in the transaction of the change that they report. A text is marked as sent before it is handed to the
 * provider. If the process dies in between, the text is lost rather than sent twice. Marking deletes the text, because
 * it may hold a code.
 */
export interface SmsQueue {
  /** Queues texts in one statement, due at once. */
  add(texts: readonly NewSms[], at: Instant): Promise<void>;
  /**
   * Texts that are due at `now`: codes, for which somebody waits, and then others. Of each, the longest due come first.
   * Several processes may read the same ones.
   */
  due(now: Instant, limit: number): Promise<readonly WaitingSms[]>;
  /**
   * Marks the text as sent at `at` in this number of parts. False if another process has marked it, or has put it back
   * since. Then the caller must not send it.
   */
  take(text: WaitingSms, parts: number, at: Instant): Promise<boolean>;
  /** Makes a text that its caller took due again at `at`. */
  putBack(text: WaitingSms, at: Instant): Promise<void>;
  /** Gives up a text that its caller took: it is never sent. */
  giveUp(text: WaitingSms): Promise<void>;
  /** The number of texts that wait. */
  backlog(): Promise<number>;
  /** The parts of all texts sent within the span. */
  partsSent(during: Span): Promise<number>;
  /** Deletes at most `limit` texts from before `before` that are sent or given up. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
