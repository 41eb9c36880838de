import type { SeatNumber, TripId } from '../kernel/ids.ts';

/** Seats of one trip changed hands. Never tells whose. */
export interface SeatsChanged {
  readonly type: 'seats_changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly status: 'LOCKED' | 'AVAILABLE' | 'BOOKED';
}

export const seatsChanged = (tripId: TripId, seats: readonly SeatNumber[], status: SeatsChanged['status']): SeatsChanged =>
  ({ type: 'seats_changed', tripId, seats, status });
