import type { KeepResult } from '../delivery/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { followRefund } from './follow-refund.ts';
import type { RefundNeeds } from './send-refund.ts';
import { knownRefund } from './view-refunds.ts';
import type { ShownRefund } from './view-refunds.ts';

export type ConfirmRefund = ReturnType<typeof confirmRefund>;

/** The money that an administrator sent has arrived. */
export const confirmRefund =
  ({ clock, transact, passengerClientBase: clientBase }: RefundNeeds) =>
  async (admin: UserId, id: RefundId, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      const refund = await knownRefund(stores, id);
      const actor = { role: 'ADMIN', userId: admin } as const;
      const paid = await followRefund(stores, refund, { move: 'confirm', actor, now: clock(), clientBase });
      await keep?.(paid, stores);
      return paid;
    });
