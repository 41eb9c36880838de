import type { Idempotency } from './idempotency.ts';
import type { Leases } from './leases.ts';
import type { MailQueue } from './mail-queue.ts';
import type { Notices } from './notices.ts';
import type { Outbox } from './outbox.ts';
import type { SmsQueue } from './sms-queue.ts';
import type { Trail } from './trail.ts';

/** The stores of the area `platform`. A use case picks only the stores that it needs. */
export interface PlatformStores {
  readonly outbox: Outbox;
  readonly leases: Leases;
  readonly idempotency: Idempotency;
  readonly mailQueue: MailQueue;
  readonly smsQueue: SmsQueue;
  readonly notices: Notices;
  readonly trail: Trail;
}
