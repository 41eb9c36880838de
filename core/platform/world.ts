import type { KernelWorld } from '../kernel/world.ts';
import type { Idempotency } from './idempotency.ts';
import type { Leases } from './leases.ts';
import type { MailQueue } from './mail-queue.ts';
import type { Mailer, RunInBackground } from './mailer.ts';
import type { NoticeViews, Notices } from './notices.ts';
import type { Notifier, Outbox } from './outbox.ts';
import type { ProcessBeats } from './process-beats.ts';
import type { SmsQueue } from './sms-queue.ts';
import type { SmsSender } from './sms.ts';
import type { Trail, TrailViews } from './trail.ts';

/** The stores of one transaction: those of the area `platform`. */
export interface PlatformStores {
  readonly outbox: Outbox;
  readonly leases: Leases;
  readonly processBeats: ProcessBeats;
  readonly idempotency: Idempotency;
  readonly mailQueue: MailQueue;
  readonly smsQueue: SmsQueue;
  readonly notices: Notices;
  readonly trail: Trail;
}

/** The dependencies of use cases of the area `platform`. */
export interface PlatformWorld<Stores extends PlatformStores = PlatformStores> extends KernelWorld<Stores> {
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  readonly notifier: Notifier;
  readonly runInBackground: RunInBackground;
  /** An id that is unique to this process. */
  readonly processId: string;
  /** The machine and the number of this process, for people. */
  readonly processName: string;
  /** The version of the service. */
  readonly version: string;
  readonly hasPendingEvents: Outbox['hasPending'];
  readonly backlog: Outbox['backlog'];
  readonly mailsWait: MailQueue['anyDue'];
  readonly dueSms: SmsQueue['due'];
  readonly trailViews: TrailViews;
  readonly noticeViews: NoticeViews;
}
