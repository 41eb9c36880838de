import type { SeatPlace } from '../fleet/seat-layout.ts';
import type { BookingId, SeatId, TripId } from '../kernel/ids.ts';
import type { Section } from '../trips/sections.ts';

/** A seat of an active booking, with its place on the map. */
export interface SoldSeat extends SeatPlace {
  readonly id: SeatId;
  readonly bookingId: BookingId;
  readonly section: Section;
}

/** A move of a booking's passengers from one seat to another seat. */
export interface SeatMove {
  readonly bookingId: BookingId;
  readonly from: SeatId;
  readonly to: SeatId;
}

/** The seats of a locked trip's active bookings. The seats may belong to a former bus of the trip. */
export interface SoldSeats {
  /** The seats, ordered by deck, row and column. Seats that were removed from the map come last. */
  of(trip: TripId): Promise<readonly SoldSeat[]>;
  /**
   * Makes all moves at once. The moves must name all seats of their bookings; other bookings keep their seats. Section,
   * passenger and payment deadline of each sale stay. No two sales end up on the same seat and part of the trip.
   */
  move(trip: TripId, moves: readonly SeatMove[]): Promise<void>;
}
