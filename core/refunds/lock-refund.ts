import type { Booking } from '../bookings/booking.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import type { RefundId } from '../kernel/ids.ts';
import type { RefundRecord, RefundRecords } from './ports.ts';
import { refundUnknown } from './refusals.ts';
import { knownRefund } from './view-refunds.ts';

interface Stores {
  readonly bookings: Pick<BookingRepo, 'lock'>;
  readonly refundRecords: Pick<RefundRecords, 'find'>;
}

/** A refund and its locked booking. No other transaction can claim it, send it or name its account. */
export async function lockRefund(
  stores: Stores,
  id: RefundId,
): Promise<{ readonly refund: RefundRecord; readonly booking: Booking }> {
  const { bookingId } = await knownRefund(stores, id);
  const booking = await stores.bookings.lock(bookingId);
  if (!booking) throw refundUnknown();
  // The refund is read again, now that the booking is locked.
  return { refund: await knownRefund(stores, id), booking };
}
