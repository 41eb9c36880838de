import type { Booking } from '../bookings/booking.ts';
import type { RefundId } from '../kernel/ids.ts';
import type { BookingRefund, FoundRefund } from './ports.ts';
import { refundUnknown } from './refusals.ts';
import { knownRefund } from './view-refunds.ts';
import type { RefundStores } from './world.ts';

/** A locked refund, with the locked booking if it has one. */
export type LockedRefund =
  | { readonly refund: BookingRefund; readonly booking: Booking }
  | { readonly refund: FoundRefund; readonly booking: undefined };

/**
 * Locks a refund's booking, and returns the refund and the booking. No other transaction can claim the refund, send it,
 * or name another account for it. Also locks the booking that the payment was made for. After a change of booking, the
 * refunds of one payment belong to several bookings. The gateway must never be asked for two refunds of one payment at
 * once. Of money without a booking, locks the payment.
 */
export async function lockRefund(stores: RefundStores, id: RefundId): Promise<LockedRefund> {
  const { bookingId, paymentId } = await knownRefund(stores, id);
  const booking = bookingId === null ? undefined : await lockBookings(stores, { bookingId, paymentId });
  if (bookingId === null) await stores.foundPayments.lock(paymentId);
  // The refund is read again under the lock.
  const refund = await knownRefund(stores, id);
  if (refund.bookingId === null) return { refund, booking: undefined };
  if (!booking) throw refundUnknown();
  return { refund, booking };
}

async function lockBookings(
  { payments, bookings }: RefundStores,
  { bookingId, paymentId }: Pick<BookingRefund, 'bookingId' | 'paymentId'>,
): Promise<Booking | undefined> {
  const payment = await payments.get(paymentId);
  if (payment && payment.bookingId !== bookingId) await bookings.lock(payment.bookingId);
  return bookings.lock(bookingId);
}
