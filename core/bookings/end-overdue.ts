import type { Instant } from '../kernel/time.ts';
import type { Booking } from './booking.ts';
import type { BookingRepo } from './ports.ts';
import { releaseSeatsOfBooking } from './release-seats-of-booking.ts';
import type { ReleasingStores } from './release-seats-of-booking.ts';

export interface OverdueStores extends ReleasingStores {
  readonly bookings: Pick<BookingRepo, 'move'>;
}

/**
 * Ends bookings that were not paid in time, which are locked, and puts their seats back on sale. Their payments are
 * left alone: money may still be on its way.
 */
export async function endOverdue(stores: OverdueStores, overdue: readonly Booking[], now: Instant): Promise<void> {
  for (const booking of overdue)
    if (await stores.bookings.move(booking.id, 'expire')) await releaseSeatsOfBooking(stores, booking, now);
}
