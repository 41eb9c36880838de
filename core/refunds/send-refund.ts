import type { BookingRepo } from '../bookings/ports.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Gateways } from '../payments/gateway.ts';
import { type AccountKind, canBeSent, isPaidAtCounter } from '../payments/refund.ts';
import { versionOf } from './account.ts';
import { type RefundStores, followRefund } from './follow-refund.ts';
import { lockRefund } from './lock-refund.ts';
import { refuseOthersClaim } from './others-claim.ts';
import { accountChanged, wrongRefundState } from './refusals.ts';
import { type SecondPersonStores, refuseOnlyPerson } from './second-person.ts';
import type { ShownRefund } from './view-refunds.ts';

export interface RefundNeeds {
  readonly clock: Clock;
  readonly transact: Transact<RefundStores>;
  readonly passengerClientBase: string;
  readonly gateways: Pick<Gateways, 'known'>;
}

interface Stores extends RefundStores, SecondPersonStores {
  readonly bookings: Pick<BookingRepo, 'lock'>;
}

interface Needs extends Omit<RefundNeeds, 'transact'> {
  readonly transact: Transact<Stores>;
}

export interface Sending {
  readonly method: AccountKind;
  /** Under which number the transfer is found. */
  readonly reference: string;
  /** The account version that the administrator saw; null if no account was shown. */
  readonly accountVersion?: string | null;
}

export type SendRefund = ReturnType<typeof sendRefund>;

/** An administrator has sent the money, for the first time or again. What a company took itself it pays back itself. */
export const sendRefund =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: Needs) =>
  async (
    admin: UserId,
    id: RefundId,
    { accountVersion, ...details }: Sending,
    keep?: KeepResult<ShownRefund>,
  ): Promise<ShownRefund> =>
    transact(async (stores) => {
      const { refund } = await lockRefund(stores, id);
      const now = clock();
      if (isPaidAtCounter(refund)) throw wrongRefundState('BY_COMPANY');
      if (!canBeSent(refund)) throw wrongRefundState(refund.status);
      refuseOthersClaim(refund, admin, now);
      await refuseOnlyPerson(stores, refund, admin, now);
      if (accountVersion !== undefined && accountVersion !== versionOf(refund.account)) throw accountChanged();

      const actor = { role: 'ADMIN', userId: admin } as const;
      const sent = await followRefund(stores, refund, { move: 'send', details, actor, now, clientBase, gateways });
      await keep?.(sent, stores);
      return sent;
    });
