import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { followRefund } from './follow-refund.ts';
import { refuseWhileAutomatic } from './automatic.ts';
import { lockRefund } from './lock-refund.ts';
import type { ShownRefund } from './view-refunds.ts';
import type { RefundWorld } from './world.ts';

export type FailRefund = ReturnType<typeof failRefund>;

/** Records that the money of a sent refund came back. The payer is asked for another bank or wallet account. */
export const failRefund =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (admin: UserId, id: RefundId, failure: string, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      // The booking is locked, because the refund gets the booking's present bank or wallet account.
      const { refund } = await lockRefund(stores, id);
      refuseWhileAutomatic(refund);
      const actor = { role: 'ADMIN', userId: admin } as const;
      const step = { move: 'fail', details: { failure }, actor, now: clock(), clientBase, gateways } as const;
      const failed = await followRefund(stores, refund, step);
      await keep?.(failed, stores);
      return failed;
    });
