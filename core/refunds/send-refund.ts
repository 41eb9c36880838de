import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { isOnAccount, ON_ACCOUNT } from '../payments/payment.ts';
import { isAutomatic } from '../payments/automatic-refunds.ts';
import { type AccountKind, type RefundDetails, canBeSent, isPaidAtCounter } from '../payments/refund.ts';
import { versionOf } from './account.ts';
import { type Step, followRefund } from './follow-refund.ts';
import { lockRefund } from './lock-refund.ts';
import { refuseOthersClaim } from './others-claim.ts';
import type { RefundRecord } from './ports.ts';
import { accountChanged, notAutomatic, otherMethod, referenceMissing, wrongRefundState } from './refusals.ts';
import { awaitsSecondPerson, refuseOnlyPerson } from './second-person.ts';
import { type ShownRefund, shownRefund } from './view-refunds.ts';
import type { RefundStores, RefundWorld } from './world.ts';

interface SeenAccount {
  /** The version of the refund account that the administrator saw; null if no account was shown. */
  readonly accountVersion?: string | null;
}

/** An administrator's report that the money was sent. */
interface SentByHand extends SeenAccount {
  readonly method: AccountKind;
  /** The reference number by which the transfer is found. Refused if it is undefined. */
  readonly reference: string | undefined;
}

/** An administrator's request to let the gateway pay. The job then asks the gateway. */
interface HandedOver extends SeenAccount {
  readonly method: 'AUTOMATIC';
}

/** An administrator's decision to credit the agent that sold the booking. The refund is then PAID. */
interface Credited extends SeenAccount {
  readonly method: typeof ON_ACCOUNT;
}

export type Sending = SentByHand | HandedOver | Credited;

export type SendRefund = ReturnType<typeof sendRefund>;

/**
 * Records that an administrator sent the money, or hands the refund to the gateway. Refused if the company itself took
 * the payment: then the company pays the refund.
 */
export const sendRefund =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (
    admin: UserId,
    id: RefundId,
    { accountVersion, ...sending }: Sending,
    keep?: KeepResult<ShownRefund>,
  ): Promise<ShownRefund> =>
    transact(async (stores) => {
      const { refund } = await lockRefund(stores, id);
      const now = clock();
      const isHandedOver = sending.method === 'AUTOMATIC';
      const isCredited = sending.method === ON_ACCOUNT;
      if (isCredited !== isOnAccount(refund) && canBeSent(refund)) throw otherMethod(isCredited);
      if (isHandedOver && !isOnAccount(refund) && (refund.bookingId === null || !isAutomatic(refund, gateways)))
        throw notAutomatic();
      const details = { ...detailsOf(sending), sentBy: admin };
      if (isPaidAtCounter(refund)) throw wrongRefundState('BY_COMPANY');
      if (!canBeSent(refund)) throw wrongRefundState(refund.status);
      if (refund.bookingId === null && (await stores.foundPayments.explaining(refund.paymentId)) !== undefined)
        throw wrongRefundState('EXPLAINED');
      const isWithJob = refund.status === 'DUE' && !(await awaitsSecondPerson(stores, refund, now));
      if (isHandedOver && isWithJob) throw wrongRefundState('BY_GATEWAY');
      refuseOthersClaim(refund, admin, now);
      await refuseOnlyPerson(stores, refund, admin, now);
      if (accountVersion !== undefined && accountVersion !== versionOf(refund.account)) throw accountChanged();

      const actor = { role: 'ADMIN', userId: admin } as const;
      const step = { actor, now, clientBase, gateways };
      const sent = isHandedOver
        ? await handOver(stores, refund, admin, step)
        : await followRefund(stores, refund, { ...step, move: isCredited ? 'credit' : 'send', details });
      await keep?.(sent, stores);
      return sent;
    });

/** The details that are stored. Refuses a transfer without a reference. */
function detailsOf(sending: Sending): RefundDetails {
  if (!('reference' in sending)) return { method: sending.method };
  const { method, reference } = sending;
  if (reference === undefined) throw referenceMissing();
  return { method, reference };
}

/**
 * Lets the job request the refund from the gateway as if for the first time. If an earlier answer was lost,
 * `isDoubtful` stays true.
 */
async function handOver(
  stores: RefundStores,
  refund: RefundRecord,
  admin: UserId,
  step: Omit<Step, 'move'>,
): Promise<ShownRefund> {
  const { now } = step;
  await followRefund(stores, refund, { ...step, move: 'handOver' });
  const fresh = { unanswered: 0, nextAt: now, firstSentAt: null, releasedBy: admin };
  await stores.refunds.saveAttempts(refund.id, { ...refund.attempts, ...fresh });
  return shownRefund(stores, refund.id, now);
}
