import type { SeatPlace } from '../fleet/seat-layout.ts';
import type { BookingId, SeatId, TripId } from '../kernel/ids.ts';

/** A seat that an active booking has, where it is or was on the map of its bus. */
export interface SoldSeat extends SeatPlace {
  readonly id: SeatId;
  readonly bookingId: BookingId;
}

/** A booking gets another seat for one that it has. */
export interface SeatMove {
  readonly bookingId: BookingId;
  readonly from: SeatId;
  readonly to: SeatId;
}

/** The seats that the active bookings of a locked trip have, whatever bus they are of. */
export interface SoldSeats {
  /** First those on the map, by deck, row and column; then those that have left it since. */
  of(trip: TripId): Promise<readonly SoldSeat[]>;
  /**
   * Moves all of them at once. A sale stays the one that it was, with its passenger and its deadline. No two end up on
   * one seat.
   */
  move(trip: TripId, moves: readonly SeatMove[]): Promise<void>;
}
