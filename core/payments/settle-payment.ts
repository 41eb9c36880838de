import type { PaymentId, UserId } from '../kernel/ids.ts';
import { npr, type Paisa } from '../kernel/money.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { changesBetween } from '../platform/trail.ts';
import { bookUnused } from './book-unused.ts';
import { lockPayment } from './lock-payment.ts';
import { isUnclear, type Payment } from './payment.ts';
import { type WholePaymentRecord } from './payment-record.ts';
import { viewPayment } from './view-payment.ts';
import { amountMissing, paymentUnknown, wrongPaymentState } from './refusals.ts';
import type { PaymentWorld } from './world.ts';

export type SettlePayment = ReturnType<typeof settlePayment>;

/**
 * Records the money of a payment whose amount is in doubt, as an administrator decides, and adds its refund. The
 * booking stays unchanged. `amount` is the money left after the gateway gave a part back. `amount` is ignored if the
 * gateway reported the amount.
 */
export const settlePayment =
  (world: PaymentWorld) =>
  async (
    admin: UserId,
    id: PaymentId,
    amount: Paisa | undefined,
    keep?: KeepResult<WholePaymentRecord>,
  ): Promise<WholePaymentRecord> =>
    world.transact(async (stores) => {
      const known = await stores.payments.get(id);
      const locked = known && (await lockPayment(stores, known.transactionUuid, world.clock));
      if (!locked) throw paymentUnknown();
      const { payment, booking, now } = locked;
      if (!isUnclear(payment)) throw wrongPaymentState(payment.status);
      const booked = amountToBook(payment, amount);
      if (!(await stores.payments.settle(id, admin, now))) throw wrongPaymentState(payment.status);
      await bookUnused(stores, world, {
        ...locked,
        amount: booked,
        reason: 'AMOUNT_DIFFERS',
      });

      await stores.trail.add(
        {
          kind: 'PAYMENT_SETTLED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: booking.operatorId,
          subject: { type: 'payment', id },
          changes: changesBetween({ status: payment.status }, { status: 'COMPLETE' }),
          description: `Books ${npr(booked)} that came on a payment for booking ${booking.code}, to be given back.`,
          amount: booked,
        },
        now,
      );
      const settled = await viewPayment(stores)(id);
      await keep?.(settled, stores);
      return settled;
    });

/** The amount that arrived and is still at the gateway. */
function amountToBook({ unclear, gatewayAmount, amount }: Payment, given: Paisa | undefined): Paisa {
  if (unclear === 'ANOTHER_AMOUNT' && gatewayAmount !== undefined) return gatewayAmount;
  if (given === undefined || given <= 0 || given > amount) throw amountMissing(amount);
  return given;
}
