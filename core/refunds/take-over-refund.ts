import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { npr } from '../kernel/money.ts';
import { isPaidAtCounter } from '../payments/refund.ts';
import { queueRefundDueMail } from '../payments/about-booking.ts';
import { type GivenAccount, wantedAccount } from './account.ts';
import { lockRefund } from './lock-refund.ts';
import { giveAccount } from './give-account.ts';
import { refuseAccountWhileClaimed } from './others-claim.ts';
import { passengerNamesAccount, wrongRefundState } from './refusals.ts';
import { type ShownRefund, shownRefund } from './view-refunds.ts';
import type { RefundWorld } from './world.ts';

export type TakeOverRefund = ReturnType<typeof takeOverRefund>;

/**
 * Makes the platform pay a refund whose payment the company took. The company keeps the cash, and owes it to the
 * platform on its next statement. The payer's mail names the account for the refund, or asks for one.
 */
export const takeOverRefund =
  (world: RefundWorld) =>
  async (
    admin: UserId,
    id: RefundId,
    given: GivenAccount | undefined,
    keep?: KeepResult<ShownRefund>,
  ): Promise<ShownRefund> => {
    const { clock, transact } = world;
    const account = given && wantedAccount(given, 'account.');
    return transact(async (stores) => {
      const { refund, booking } = await lockRefund(stores, id);
      const now = clock();
      if (!booking) throw wrongRefundState('BY_PLATFORM');
      if (account && booking.channel === 'ONLINE') throw passengerNamesAccount();
      if (!isPaidAtCounter(refund)) throw wrongRefundState('BY_PLATFORM');
      if (!(await stores.refunds.takeOver(id))) throw wrongRefundState(refund.status);

      const actor = { role: 'ADMIN', userId: admin } as const;
      if (account) await refuseAccountWhileClaimed(stores, booking.id, actor, now);
      await stores.trail.add(
        {
          kind: 'REFUND_TAKEN_OVER',
          actor,
          operatorId: refund.operatorId,
          subject: { type: 'refund', id },
          changes: { taken_over: { old: false, new: true } },
          description: `Took ${npr(refund.amount)} for booking ${refund.bookingCode} over from the company, to send it.`,
          amount: refund.amount,
        },
        now,
      );
      const isAsked = !account && refund.account === null;
      if (account) await giveAccount(stores, { booking, account, actor, now, clientBase: world.passengerClientBase });
      if (isAsked) await queueRefundDueMail(stores, world, { bookingId: booking.id, refundId: id }, now);
      const taken = await shownRefund(stores, id, now);
      await keep?.(taken, stores);
      return taken;
    });
  };
