import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type RefundStores, followRefund } from './follow-refund.ts';
import { refuseWhileAutomatic } from './automatic.ts';
import { lockRefund, type LockingStores } from './lock-refund.ts';
import type { RefundNeeds } from './send-refund.ts';
import type { ShownRefund } from './view-refunds.ts';

interface Needs extends Omit<RefundNeeds, 'transact'> {
  readonly transact: Transact<RefundStores & LockingStores>;
}

export type FailRefund = ReturnType<typeof failRefund>;

/** Records that the money of a sent refund came back. The payer is asked for another bank or wallet account. */
export const failRefund =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: Needs) =>
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
