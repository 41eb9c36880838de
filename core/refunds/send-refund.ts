import type { KeepResult } from '../delivery/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { isPaidAtCounter } from '../payments/refund.ts';
import type { AccountKind } from '../payments/refund.ts';
import { followRefund } from './follow-refund.ts';
import type { RefundStores } from './follow-refund.ts';
import { wrongRefundState } from './refusals.ts';
import { knownRefund } from './view-refunds.ts';
import type { ShownRefund } from './view-refunds.ts';

export interface RefundNeeds {
  readonly clock: Clock;
  readonly transact: Transact<RefundStores>;
  readonly passengerClientBase: string;
}

export interface Sending {
  readonly method: AccountKind;
  /** Under which number the transfer is found. */
  readonly reference: string;
}

export type SendRefund = ReturnType<typeof sendRefund>;

/** An administrator has sent the money, for the first time or again. What a company took itself it pays back itself. */
export const sendRefund =
  ({ clock, transact, passengerClientBase: clientBase }: RefundNeeds) =>
  async (admin: UserId, id: RefundId, details: Sending, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      const refund = await knownRefund(stores, id);
      if (isPaidAtCounter(refund)) throw wrongRefundState('BY_COMPANY');
      const actor = { role: 'ADMIN', userId: admin } as const;
      const sent = await followRefund(stores, refund, { move: 'send', details, actor, now: clock(), clientBase });
      await keep?.(sent, stores);
      return sent;
    });
