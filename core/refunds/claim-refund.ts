import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { minutesAfter, toIso } from '../kernel/time.ts';
import { isOnAccount } from '../payments/payment.ts';
import { canBeSent, isPaidAtCounter, liveClaim } from '../payments/refund.ts';
import { changesBetween } from '../platform/trail.ts';
import { lockRefund } from './lock-refund.ts';
import { refuseOthersClaim } from './others-claim.ts';
import { wrongRefundState } from './refusals.ts';
import { type ShownRefund, amountInWords, shownRefund } from './view-refunds.ts';
import type { RefundWorld } from './world.ts';

const CLAIM_MINUTES = 15;

export type ClaimRefund = ReturnType<typeof claimRefund>;

/**
 * Claims a refund for an administrator who is about to send the money, so that no second administrator sends it, too. A
 * claim ends after a quarter of an hour; claiming again restarts that time.
 */
export const claimRefund =
  ({ clock, transact }: RefundWorld) =>
  async (admin: UserId, id: RefundId, keep?: KeepResult<ShownRefund>): Promise<ShownRefund> =>
    transact(async (stores) => {
      const { refund } = await lockRefund(stores, id);
      const now = clock();
      if (isPaidAtCounter(refund)) throw wrongRefundState('BY_COMPANY');
      if (!canBeSent(refund) || isOnAccount(refund)) throw wrongRefundState(refund.status);
      refuseOthersClaim(refund, admin, now);

      const until = minutesAfter(now, CLAIM_MINUTES);
      await stores.refunds.claim(id, { by: admin, until });
      const before = liveClaim(refund.claim, now);
      await stores.trail.add(
        {
          kind: 'REFUND_CLAIMED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: refund.operatorId,
          subject: { type: 'refund', id },
          changes: changesBetween({ claimed_until: before && toIso(before.until) }, { claimed_until: toIso(until) }),
          description: `Claimed ${amountInWords(refund)}, to send it.`,
          amount: refund.amount,
        },
        now,
      );
      const claimed = await shownRefund(stores, id, now);
      await keep?.(claimed, stores);
      return claimed;
    });
