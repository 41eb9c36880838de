import type { Paisa } from '../kernel/money.ts';
import { unusedPayment } from '../ledger/entries.ts';
import type { LedgerStores } from '../ledger/world.ts';
import type { PlatformStores } from '../platform/world.ts';
import { queueRefundDueMail, type RefundDueMailNeeds } from './about-booking.ts';
import type { LockedPayment } from './lock-payment.ts';
import type { OfficeBookings } from './office-booking.ts';
import type { UnusedReason } from './refund.ts';
import { refundDueAt } from './settlement.ts';
import type { PaymentStores } from './world.ts';

/** The stores that change when money arrives that pays for no booking. */
export interface UnusedStores extends Pick<
  PaymentStores & PlatformStores & LedgerStores,
  'payments' | 'refunds' | 'mailQueue' | 'smsQueue' | 'ledger'
> {
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

interface Unused extends LockedPayment {
  /** The amount of money that arrived. */
  readonly amount: Paisa;
  readonly reason: UnusedReason;
}

/** Records money that pays for no booking in the ledger, adds its refund, and notifies the payer. */
export async function bookUnused(
  stores: UnusedStores,
  needs: RefundDueMailNeeds,
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
