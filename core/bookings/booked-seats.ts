import type { BookingId, SeatId, SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { FreedSeat, SeatPassenger } from '../seats/ports.ts';
import type { Booking } from './booking.ts';

/** A seat that a booking has, with its passenger. */
export interface BookedSeat extends SeatPassenger {
  readonly id: SeatId;
  /** The number of changes of the passenger's name since the first one was given. */
  readonly nameChanges: number;
  /** The moment at which the passenger boarded; null before. */
  readonly boardedAt: Instant | null;
}

/** The fields of a booking that change when some of its seats are cancelled. */
type BookingRest = Pick<Booking, 'seatsCount' | 'total' | 'commission' | 'operatorEarning' | 'parts'>;

/** The seats of bookings that are paid. `of` and passengers concern buses with a seat map alone. */
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
  /**
   * Puts some seats of a locked, paid booking back on sale and returns them, sorted. The booking never gets them back,
   * and shows them no longer.
   */
  giveUp(booking: BookingId, seats: readonly SeatNumber[], now: Instant): Promise<readonly FreedSeat[]>;
  /** Saves what is left of a locked, paid booking after some of its seats or places were cancelled. */
  saveRest(booking: Pick<Booking, 'id' | 'tripId'>, rest: BookingRest): Promise<void>;
}
