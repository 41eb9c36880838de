import type { Booking } from '../bookings/booking.ts';
import type { Instant } from '../kernel/time.ts';
import type { Trip } from '../trips/trip.ts';
import { firstOf, isOnBoard, numbersOf } from './passengers.ts';
import type { Boardings } from './ports.ts';

/**
 * Records a conflict when a locked booking is cancelled while its passengers are on board. The crew then asks these
 * passengers to leave the bus.
 */
export async function leaveConflict(
  { boardings }: { readonly boardings: Pick<Boardings, 'marks' | 'addConflicts'> },
  { id, tripId, status }: Pick<Booking, 'id' | 'tripId' | 'status'>,
  trip: Pick<Trip, 'status'>,
  at: Instant,
): Promise<void> {
  // Only bookings in these states can have passengers on board.
  if (status !== 'CHECKED_IN' && status !== 'COMPLETED') return;
  const there = (await boardings.marks([id])).filter(isOnBoard);
  const first = firstOf(there);
  if (!first) return;
  const boarding = { at: first.at, scan: first.scan };
  // The reason for which scans of the booking's ticket are refused from now on.
  const reason = trip.status === 'CANCELLED' ? 'TRIP_CANCELLED' : 'CANCELLED';
  await boardings.addConflicts(
    [{ tripId, bookingId: id, scan: first.scan, first: boarding, seats: numbersOf(there), reason }],
    at,
  );
}
