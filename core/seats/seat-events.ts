import type { Recorder } from '../platform/outbox.ts';
import type { SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { FreedSeat } from './ports.ts';

/** Seats of one trip changed their status. The event does not say who has them. */
export interface SeatsChanged {
  readonly type: 'seats changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  /** BLOCKED: not for sale, or removed from the map. */
  readonly status: 'LOCKED' | 'AVAILABLE' | 'BOOKED' | 'BLOCKED';
}

export const seatsChanged = (
  tripId: TripId,
  seats: readonly SeatNumber[],
  status: SeatsChanged['status'],
): SeatsChanged => ({ type: 'seats changed', tripId, seats, status });

/** Records freed seats as available, if anybody may take them now. */
export async function recordFreed(
  events: Recorder<SeatsChanged>,
  tripId: TripId,
  freed: readonly FreedSeat[],
  at: Instant,
): Promise<void> {
  const available = freed.filter(({ isFree }) => isFree).map(({ seat }) => seat);
  if (available.length > 0) await events.record(seatsChanged(tripId, available, 'AVAILABLE'), at);
}
