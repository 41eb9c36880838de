import type { BookingId, SeatId, SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { FreedSeat } from '../seats/ports.ts';
import type { SoldPassenger } from '../seats/sold-passenger.ts';
import type { Booking } from './booking.ts';

/** A seat of a booking, with its passenger. */
export interface BookedSeat extends SoldPassenger {
  readonly id: SeatId;
  /** How often the passenger's name was changed after it was first given. */
  readonly nameChanges: number;
  /** The moment when the passenger boarded; null before. */
  readonly boardedAt: Instant | null;
}

/** The fields of a booking that change when some of its seats are cancelled. */
type BookingRest = Pick<Booking, 'seatsCount' | 'total' | 'commission' | 'operatorEarning' | 'parts'>;

/** The seats of paid bookings. `of` and `savePassengers` are used only for buses with a seat map. */
export interface BookedSeats {
  /**
   * The seats of a locked booking, in the order of the seat map. Empty on a bus without a seat map, and once the
   * booking has ended.
   */
  of(booking: BookingId): Promise<readonly BookedSeat[]>;
  /**
   * Saves the passengers of all seats of a locked booking, and makes the booking searchable by their names. Changes the
   * trip's manifest.
   */
  savePassengers(
    booking: Pick<Booking, 'id' | 'tripId' | 'code' | 'contact'>,
    seats: readonly BookedSeat[],
  ): Promise<void>;
  /**
   * Removes some seats from a locked, paid booking, puts them back on sale and returns them, sorted. The booking cannot
   * get these seats back, and no longer shows them.
   */
  giveUp(booking: BookingId, seats: readonly SeatNumber[], now: Instant): Promise<readonly FreedSeat[]>;
  /** Saves the seat count and price of a locked, paid booking after some of its seats or places were cancelled. */
  saveRest(booking: Pick<Booking, 'id' | 'tripId'>, rest: BookingRest): Promise<void>;
  /**
   * Clears the needs and wishes of at most `limit` seats whose section arrived at `before` or earlier, sold or given
   * back. Returns the number of these seats.
   */
  pruneWishes(before: Instant, limit: number): Promise<number>;
}
