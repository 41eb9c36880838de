import type { UserRepo } from '../accounts/ports.ts';
import type { UserId } from '../kernel/ids.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import type { PaymentRepo } from '../payments/ports.ts';
import type { RefundRecord } from './ports.ts';
import { secondPerson } from './refusals.ts';

export interface SecondPersonStores {
  readonly users: Pick<UserRepo, 'hadAnotherAdmin'>;
  readonly payments: Pick<PaymentRepo, 'get'>;
}

const LONELY_DAYS = 7;

/**
 * Refuses a refund to an administrator whose decision alone created the debt. An administrator who was the only one for
 * a week may send it. Suspending the others first does not help: they were ACTIVE within the week.
 */
export async function refuseOnlyPerson(
  stores: SecondPersonStores,
  refund: Pick<RefundRecord, 'reason' | 'addedBy' | 'paymentId'>,
  admin: UserId,
  now: Instant,
): Promise<void> {
  if (!(await isOwnWord(stores, refund, admin))) return;
  if (await stores.users.hadAnotherAdmin(admin, daysAfter(now, -LONELY_DAYS))) throw secondPerson();
}

/** True if the administrator gave the goodwill, or resolved the payment as COMPLETE. */
async function isOwnWord(
  { payments }: Pick<SecondPersonStores, 'payments'>,
  { reason, addedBy, paymentId }: Pick<RefundRecord, 'reason' | 'addedBy' | 'paymentId'>,
  admin: UserId,
): Promise<boolean> {
  if (reason === 'GOODWILL' && addedBy === admin) return true;
  const resolution = (await payments.get(paymentId))?.resolution;
  return resolution?.as === 'COMPLETE' && resolution.by === admin;
}
