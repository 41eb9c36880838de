import type { Booking } from '../bookings/booking.ts';
import type { RefundId } from '../kernel/ids.ts';
import type { RefundRecord } from './ports.ts';
import { refundUnknown } from './refusals.ts';
import { knownRefund } from './view-refunds.ts';
import type { RefundStores } from './world.ts';

/**
 * Locks a refund's booking, and returns the refund and the booking. No other transaction can claim the refund, send it,
 * or name another account for it. Also locks the booking that the payment was made for. After a change of booking, the
 * refunds of one payment belong to several bookings. The gateway must never be asked for two refunds of one payment at
 * once.
 */
export async function lockRefund(
  stores: RefundStores,
  id: RefundId,
): Promise<{ readonly refund: RefundRecord; readonly booking: Booking }> {
  const { bookingId, paymentId } = await knownRefund(stores, id);
  const payment = await stores.payments.get(paymentId);
  if (payment && payment.bookingId !== bookingId) await stores.bookings.lock(payment.bookingId);
  const booking = await stores.bookings.lock(bookingId);
  if (!booking) throw refundUnknown();
  // The refund is read again under the lock.
  return { refund: await knownRefund(stores, id), booking };
}
