import type { Booking } from '../bookings/booking.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Trip } from '../trips/trip.ts';
import { firstOf, isOnBoard, numbersOf } from './passengers.ts';
import type { BoardingViews, Boardings, Conflict } from './ports.ts';

interface Needs {
  readonly boardingViews: Pick<BoardingViews, 'conflicts'>;
}

export type ListConflicts = ReturnType<typeof listConflicts>;

/**
 * Lists contradictions between the scans of a trip and its bookings, newest first. The caller must have checked that
 * the trip belongs to the reader's company.
 */
export const listConflicts =
  ({ boardingViews }: Needs) =>
  (trip: TripId, page: Page): Promise<Listing<Conflict>> =>
    boardingViews.conflicts(trip, page);

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
