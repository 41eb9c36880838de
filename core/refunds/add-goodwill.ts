import { changeOpen } from '../changes/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BookingId, PaymentId, UserId } from '../kernel/ids.ts';
import { type Paisa, npr, toRupees } from '../kernel/money.ts';
import { goodwill } from '../ledger/entries.ts';
import { leftToRefund } from '../payments/refund.ts';
import { queueRefundDueMail } from '../payments/about-booking.ts';
import { paymentUnknown } from '../payments/refusals.ts';
import { refundDueAt } from '../payments/settlement.ts';
import { changesBetween } from '../platform/trail.ts';
import { refundExceeds } from './refusals.ts';
import { type ShownRefund, shownRefund } from './view-refunds.ts';
import type { RefundStores, RefundWorld } from './world.ts';

export interface Goodwill {
  readonly amount: Paisa;
  /** The administrator's reason for the goodwill. */
  readonly note: string;
}

export type AddGoodwill = ReturnType<typeof addGoodwill>;

/**
 * Refunds part of a payment as goodwill, at the platform's cost. The booking stays as it is. The sum of a payment's
 * refunds never exceeds the payment, because every refund is added while the booking is locked.
 */
export const addGoodwill =
  (world: RefundWorld) =>
  async (
    admin: UserId,
    paymentId: PaymentId,
    { amount, note }: Goodwill,
    keep?: KeepResult<ShownRefund>,
  ): Promise<ShownRefund> =>
    world.transact(async (stores) => {
      const known = await stores.payments.get(paymentId);
      const booking = known && (await stores.bookings.lock(known.bookingId));
      // The payment is read again under the lock: no other transaction can settle or refund it now.
      const payment = await stores.payments.get(paymentId);
      if (!booking || !payment) throw paymentUnknown();
      const heir = await lockHeir(stores, booking.id);
      // The time is read after all locks, so that refunds and changes have the order of their times.
      const now = world.clock();
      if ((await stores.changes.open([heir], now)).length > 0) throw changeOpen();
      const left = leftToRefund(payment, await stores.refunds.ofPayment(paymentId));
      if (amount > left) throw refundExceeds(left);

      const { id: bookingId, operatorId, code } = booking;
      const reason = 'GOODWILL';
      const goodwillRefund = { paymentId, bookingId, reason, amount, dueAt: refundDueAt(now), addedBy: admin } as const;
      const id = await stores.refunds.add(goodwillRefund, now);
      await stores.ledger.record(goodwill(booking, { paymentId, refundId: id, amount }), now);
      await stores.trail.add(
        {
          kind: 'REFUND_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId,
          subject: { type: 'refund', id },
          changes: changesBetween({}, { reason, amount: toRupees(amount), status: 'DUE' }),
          description: `Gives ${npr(amount)} of booking ${code} back as goodwill. Note: ${note}`,
          amount,
        },
        now,
      );
      await queueRefundDueMail(stores, world, { bookingId, refundId: id }, now);
      const added = await shownRefund(stores, id, now);
      await keep?.(added, stores);
      return added;
    });

/**
 * Locks the booking that has the money now, and returns its id. While a change that would use this money is open,
 * goodwill is refused.
 */
async function lockHeir({ bookings, changes }: RefundStores, id: BookingId): Promise<BookingId> {
  let heir = id;
  // A change of booking may complete while this transaction waits for a lock. Then a newer booking has the money.
  for (let next = await changes.heir(id); next !== heir; next = await changes.heir(heir)) {
    heir = next;
    await bookings.lock(heir);
  }
  return heir;
}
