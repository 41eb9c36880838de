import type { BookingRepo } from '../bookings/ports.ts';
import type { PaymentRepo } from '../payments/ports.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { RefundId, UserId } from '../kernel/ids.ts';
import { npr } from '../kernel/money.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type RefundRepo, isPaidAtCounter } from '../payments/refund.ts';
import { type RefundDueMailNeeds, queueRefundDueMail } from '../payments/about-booking.ts';
import { type GivenAccount, wantedAccount } from './account.ts';
import { lockRefund } from './lock-refund.ts';
import { type RefundAccountStores, giveAccount } from './give-account.ts';
import { refuseAccountWhileClaimed } from './others-claim.ts';
import { passengerNamesAccount, wrongRefundState } from './refusals.ts';
import { type RefundsToShow, type ShownRefund, shownRefund } from './view-refunds.ts';
import type { PlatformStores } from '../platform/world.ts';

interface Stores extends RefundAccountStores, Pick<PlatformStores, 'idempotency'> {
  readonly bookings: Pick<BookingRepo, 'lock'>;
  readonly payments: Pick<PaymentRepo, 'get'>;
  readonly refunds: RefundAccountStores['refunds'] & Pick<RefundRepo, 'takeOver' | 'ofBooking'>;
  readonly refundRecords: RefundsToShow;
}

interface Needs extends RefundDueMailNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export type TakeOverRefund = ReturnType<typeof takeOverRefund>;

/**
 * Makes the platform pay a refund whose payment the company took. The company keeps the cash, and owes it to the
 * platform on its next statement. The payer's mail names the account for the refund, or asks for one.
 */
export const takeOverRefund =
  ({ clock, transact, ...news }: Needs) =>
  async (
    admin: UserId,
    id: RefundId,
    given: GivenAccount | undefined,
    keep?: KeepResult<ShownRefund>,
  ): Promise<ShownRefund> => {
    const account = given && wantedAccount(given, 'account.');
    return transact(async (stores) => {
      const { refund, booking } = await lockRefund(stores, id);
      const now = clock();
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
      if (account) await giveAccount(stores, { booking, account, actor, now, clientBase: news.passengerClientBase });
      if (isAsked) await queueRefundDueMail(stores, news, { bookingId: booking.id, refundId: id }, now);
      const taken = await shownRefund(stores, id, now);
      await keep?.(taken, stores);
      return taken;
    });
  };
