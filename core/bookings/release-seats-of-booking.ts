import type { Recorder } from '../platform/outbox.ts';
import type { Instant } from '../kernel/time.ts';
import { type SeatsChanged, recordFreed } from '../seats/seat-events.ts';
import type { Booking } from './booking.ts';
import type { TripStores } from '../trips/stores.ts';
import type { SeatStores } from '../seats/stores.ts';

/** The stores that change when a booking returns its seats. */
export interface ReleasingStores extends Pick<TripStores & SeatStores, 'trips' | 'seatLocks' | 'holdings'> {
  readonly events: Recorder<SeatsChanged>;
}

/**
 * Puts the seats or places of an ended booking back on sale, and announces that. Call this once per booking, in the
 * transaction that ends it.
 */
export async function releaseSeatsOfBooking(
  { trips, seatLocks, holdings, events }: ReleasingStores,
  booking: Booking,
  at: Instant,
): Promise<void> {
  const freed = await seatLocks.releaseBooking(booking.id, at);
  if (freed.length === 0) return trips.freePlaces(booking.tripId, booking.seatsCount);
  // Seats of a booking counted as held by the passenger until the payment deadline, so a new hold continues that time.
  if (at < booking.paymentDeadline) {
    const seats = freed.map(({ seat }) => seat);
    await holdings.end(booking.userId, booking.tripId, seats, at);
  }
  return recordFreed(events, booking.tripId, freed, at);
}
