import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { followRefund } from './follow-refund.ts';
import { refuseWhileAutomatic } from './automatic.ts';
import { lockRefund } from './lock-refund.ts';
import { refuseOwnConfirmation } from './second-person.ts';
import type { ShownRefund } from './view-refunds.ts';
import type { RefundWorld } from './world.ts';

export type ConfirmRefund = ReturnType<typeof confirmRefund>;

/** Records that the money of a sent refund has arrived. */
export const confirmRefund =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (admin: UserId, id: RefundId, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      // The booking is locked before its refund, as in every change of a refund. Otherwise two changes could wait for
      // each other.
      const { refund } = await lockRefund(stores, id);
      refuseWhileAutomatic(refund);
      const now = clock();
      await refuseOwnConfirmation(stores, refund, admin, now);
      const actor = { role: 'ADMIN', userId: admin } as const;
      const paid = await followRefund(stores, refund, { move: 'confirm', actor, now, clientBase, gateways });
      await keep?.(paid, stores);
      return paid;
    });
