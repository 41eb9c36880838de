import type { SmsId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';

export interface StoredSms {
  readonly id: SmsId;
  readonly expiresAt: Instant;
  /** The queued text as JSON; null once the SMS was sent or given up. */
  content: string | null;
  readonly queuedAt: Instant;
  attempts: number;
  nextAttemptAt: Instant | undefined;
  sentAt: Instant | undefined;
  parts: number;
}
