import type { KeepResult } from '../delivery/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { followRefund } from './follow-refund.ts';
import type { RefundNeeds } from './send-refund.ts';
import { knownRefund } from './view-refunds.ts';
import type { ShownRefund } from './view-refunds.ts';

export type FailRefund = ReturnType<typeof failRefund>;

/** The money that an administrator sent came back. Whoever was to have it is asked for another account. */
export const failRefund =
  ({ clock, transact, passengerClientBase: clientBase }: RefundNeeds) =>
  async (admin: UserId, id: RefundId, failure: string, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      const refund = await knownRefund(stores, id);
      const actor = { role: 'ADMIN', userId: admin } as const;
      const step = { move: 'fail', details: { failure }, actor, now: clock(), clientBase } as const;
      const failed = await followRefund(stores, refund, step);
      await keep?.(failed, stores);
      return failed;
    });
