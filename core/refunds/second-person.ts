import type { UserId } from '../kernel/ids.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import { type RefundRecord, WITHOUT_PAYMENT } from './ports.ts';
import { secondPerson, sentByYou } from './refusals.ts';
import type { RefundStores } from './world.ts';

type Decided = Pick<RefundRecord, 'reason' | 'addedBy' | 'paymentId'>;

const LONELY_DAYS = 7;

/**
 * Refuses to let an administrator send a refund that exists only because of their own decision. An administrator who
 * was the only one for a week may send it. Suspending the other administrators first does not help: they were ACTIVE
 * within that week.
 */
export async function refuseOnlyPerson(
  stores: RefundStores,
  refund: Decided,
  admin: UserId,
  now: Instant,
): Promise<void> {
  if (!(await decidersOf(stores, refund)).includes(admin)) return;
  if (await isNotAlone(stores, admin, now)) throw secondPerson();
}

/**
 * Refuses to let one administrator both send money that no payment explains and record that it arrived. An
 * administrator who was the only one for a week may do both.
 */
export async function refuseOwnConfirmation(
  stores: RefundStores,
  { reason, sentBy }: Pick<RefundRecord, 'reason' | 'sentBy'>,
  admin: UserId,
  now: Instant,
): Promise<void> {
  if (reason === WITHOUT_PAYMENT && sentBy === admin && (await isNotAlone(stores, admin, now))) throw sentByYou();
}

/**
 * Whether the gateway must not yet be asked to pay the refund. True if one administrator's decision is the only reason
 * for the refund, and nobody else has handed it over yet.
 */
export async function awaitsSecondPerson(
  stores: RefundStores,
  refund: Decided & Pick<RefundRecord, 'attempts'>,
  now: Instant,
): Promise<boolean> {
  if (refund.attempts.releasedBy !== null) return false;
  for (const decider of await decidersOf(stores, refund)) if (await isNotAlone(stores, decider, now)) return true;
  return false;
}

const isNotAlone = ({ users }: RefundStores, admin: UserId, now: Instant): Promise<boolean> =>
  users.hadAnotherAdmin(admin, daysAfter(now, -LONELY_DAYS));

/**
 * The administrators who added the refund as goodwill or for money without a payment, or resolved its payment as
 * COMPLETE.
 */
async function decidersOf(
  { payments }: RefundStores,
  { reason, addedBy, paymentId }: Decided,
): Promise<readonly UserId[]> {
  const resolution = (await payments.get(paymentId))?.resolution;
  return [
    ...((reason === 'GOODWILL' || reason === WITHOUT_PAYMENT) && addedBy !== null ? [addedBy] : []),
    ...(resolution?.as === 'COMPLETE' ? [resolution.by] : []),
  ];
}
