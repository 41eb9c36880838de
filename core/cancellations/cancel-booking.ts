import { isClosed } from '../bookings/booking.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import { cutReason, endBooking, isPaid } from './end-booking.ts';
import type { CancellationStores, Ended } from './end-booking.ts';
import { quoteFor } from './refund-tiers.ts';
import { bookingOver } from './refusals.ts';

interface Stores extends CancellationStores {
  readonly idempotency: Idempotency;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
  readonly cancellationTiers: readonly RefundTier[];
}

export type CancelBooking = ReturnType<typeof cancelBooking>;

/**
 * Cancels a passenger's booking before its bus leaves, at the fee that a quote at the same moment would name. Its seats
 * are on sale again at once.
 */
export const cancelBooking =
  ({ clock, transact, cancellationTiers }: Needs) =>
  async (passenger: UserId, bookingId: BookingId, reason: string, keep?: KeepResult<Ended>): Promise<Ended> =>
    transact(async (stores) => {
      // Locked, so that a payment that arrives now finds the booking either untouched or cancelled.
      const booking = await stores.bookings.lockOwned(bookingId, passenger);
      if (!booking) throw bookingUnknown();
      if (isClosed(booking.status)) throw bookingOver(booking.status);
      const trip = await stores.trips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const now = clock();
      if (hasDeparted(trip, now)) throw tripDeparted();

      const quote = quoteFor(booking, trip, now, cancellationTiers);
      const cancelled = await endBooking(stores, {
        booking,
        trip,
        quote,
        actor: { role: 'PASSENGER', userId: passenger },
        reason: cutReason(reason) || (isPaid(booking) ? 'Cancelled by the passenger.' : 'Cancelled before payment.'),
        now,
      });
      await keep?.(cancelled, stores);
      return cancelled;
    });
