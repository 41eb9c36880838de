import type { Recorder } from '../delivery/outbox.ts';
import type { SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { FreedSeat } from './ports.ts';

/** Seats of one trip changed hands. It never says whose hands. */
export interface SeatsChanged {
  readonly type: 'seats changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  /** BLOCKED: nobody can have them, or they are gone from the map. */
  readonly status: 'LOCKED' | 'AVAILABLE' | 'BOOKED' | 'BLOCKED';
}

export const seatsChanged = (
  tripId: TripId,
  seats: readonly SeatNumber[],
  status: SeatsChanged['status'],
): SeatsChanged => ({ type: 'seats changed', tripId, seats, status });

/** Records that seats are available again: those that anybody may take now. */
export async function recordFreed(
  events: Recorder<SeatsChanged>,
  tripId: TripId,
  freed: readonly FreedSeat[],
  at: Instant,
): Promise<void> {
  const available = freed.filter(({ isFree }) => isFree).map(({ seat }) => seat);
  if (available.length > 0) await events.record(seatsChanged(tripId, available, 'AVAILABLE'), at);
}
