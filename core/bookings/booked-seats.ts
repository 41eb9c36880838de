import type { BookingId, SeatId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { Booking } from './booking.ts';

/** A seat that a booking has, with its passenger. */
export interface BookedSeat extends SeatPassenger {
  readonly id: SeatId;
  /** The number of changes of the passenger's name since the first one was given. */
  readonly nameChanges: number;
  /** The moment at which the passenger boarded; null before. */
  readonly boardedAt: Instant | null;
}

/** The seats of bookings on buses with a seat map. */
export interface BookedSeats {
  /** The seats of a locked booking, in the order of the map. Empty for places, and once the booking has ended. */
  of(booking: BookingId): Promise<readonly BookedSeat[]>;
  /**
   * Saves the passengers of all seats of a locked booking, and the names by which searches find it. Changes the trip's
   * manifest.
   */
  savePassengers(
    booking: Pick<Booking, 'id' | 'tripId' | 'code' | 'contact'>,
    seats: readonly BookedSeat[],
  ): Promise<void>;
}
