import type { Paisa } from '../kernel/money.ts';
import { unusedPayment } from '../ledger/entries.ts';
import { queueRefundDueMail } from './about-booking.ts';
import type { LockedPayment } from './lock-payment.ts';
import type { UnusedReason } from './refund.ts';
import { refundDueAt } from './settlement.ts';
import type { PaymentStores, MailingWorld } from './world.ts';

interface Unused extends LockedPayment {
  /** The amount of money that arrived. */
  readonly amount: Paisa;
  readonly reason: UnusedReason;
}

/** Records money that pays for no booking in the ledger, adds its refund, and notifies the payer. */
export async function bookUnused(
  stores: PaymentStores,
  needs: MailingWorld,
  { payment, booking, now, amount, reason }: Unused,
): Promise<void> {
  const { id: bookingId } = booking;
  const refundId = await stores.refunds.add(
    { paymentId: payment.id, bookingId, reason, amount, dueAt: refundDueAt(now) },
    now,
  );
  await stores.ledger.record(
    unusedPayment(booking, { paymentId: payment.id, gateway: payment.gateway, refundId, amount }),
    now,
  );
  await queueRefundDueMail(stores, needs, { bookingId, refundId }, now);
}
