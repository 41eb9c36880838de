import type { Booking } from '../../core/bookings/booking.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Engine } from './engines.ts';
import { paymentOf } from './paying.ts';

/** The effects of a payment: statuses, activity log, refund, mails and logged callbacks. */
export async function outcomeOf(engine: Engine, { id }: Booking, payment: Payment) {
  const { booking, activities, refund, mails, said } = await engine.transact(async (stores) => ({
    booking: await stores.bookings.find(id),
    activities: await stores.trail.of({ type: 'booking', id }),
    refund: (await stores.refunds.ofPayment(payment.id))[0],
    mails: await stores.mailQueue.claim(
      minutesAfter(payment.createdAt, 100_000),
      minutesAfter(payment.createdAt, 100_000),
      10,
    ),
    said: await stores.callbacks.of(payment.transactionUuid),
  }));
  return {
    booking: booking?.status,
    payment: (await paymentOf(engine, payment.transactionUuid)).status,
    activities: activities.map(({ kind, amount }) => [kind, amount]),
    refund: refund && [refund.reason, refund.amount],
    mails: mails.length,
    said: said.map(({ source, signatureValid }) => [source, signatureValid]),
  };
}

export const NOTHING = { activities: [], refund: undefined, mails: 0 };
