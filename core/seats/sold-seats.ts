import type { SeatPlace } from '../fleet/seat-layout.ts';
import type { BookingId, SeatId, TripId } from '../kernel/ids.ts';
import type { Section } from '../trips/sections.ts';

/** A seat of an active booking, with its place on the map. */
export interface SoldSeat extends SeatPlace {
  readonly id: SeatId;
  readonly bookingId: BookingId;
  readonly section: Section;
}

/** Another seat for one of a booking's seats. */
export interface SeatMove {
  readonly bookingId: BookingId;
  readonly from: SeatId;
  readonly to: SeatId;
}

/** The seats of a locked trip's active bookings, on any bus. */
export interface SoldSeats {
  /** Seats on the map first, by deck, row and column; then seats removed from the map. */
  of(trip: TripId): Promise<readonly SoldSeat[]>;
  /**
   * Makes all moves at once, which name all seats of their bookings. Other bookings keep their seats. Section,
   * passenger and payment deadline of a sale stay. No two sales end up on one part of a seat's road.
   */
  move(trip: TripId, moves: readonly SeatMove[]): Promise<void>;
}
