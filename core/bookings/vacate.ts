import type { Recorder } from '../kernel/outbox.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatLockStore } from '../seats/ports.ts';
import { seatsChanged } from '../seats/seat-events.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import type { TripRepo } from '../trips/ports.ts';
import type { Booking } from './booking.ts';

interface Stores {
  readonly trips: TripRepo;
  readonly seatLocks: SeatLockStore;
  readonly events: Recorder<SeatsChanged>;
}

/**
 * Puts the seats of a booking that has just ended back on sale, and tells; or its places, on a bus without a seat map.
 * Once a booking: whoever calls it has made the move that ends the booking, in the same transaction.
 */
export async function vacate({ trips, seatLocks, events }: Stores, booking: Booking, at: Instant): Promise<void> {
  const freed = await seatLocks.free(booking.id, at);
  if (freed.length === 0) return trips.freePlaces(booking.tripId, booking.seatsCount);

  // A seat whose sale was overdue may be held by somebody by now, and told as such.
  const available = freed.filter(({ isHeld }) => !isHeld).map(({ seat }) => seat);
  if (available.length > 0) await events.record(seatsChanged(booking.tripId, available, 'AVAILABLE'), at);
}
