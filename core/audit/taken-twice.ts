import type { BookingId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Section } from '../kernel/section.ts';
import type { Instant } from '../kernel/time.ts';

/** A seat number that several bookings of one trip have. The trip may have got another bus between the sales. */
export interface SharedSeat {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly bookings: readonly BookingId[];
}

/** A kind of row that takes a seat of a trip on a section. */
type Taker = 'held' | 'sold' | 'blocked';

/** A seat that two rows take between the same two stops. */
export interface TakenTwice {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly takers: readonly [Taker, Taker];
}

/** A hold, block or booking whose section begins or ends at a stop that is not on the trip. */
export interface OffRoad extends Section {
  readonly tripId: TripId;
  readonly taker: 'held' | 'blocked' | 'booked';
}

export interface TakenSeatsReader {
  /**
   * Seats that are held at `at` and also sold, blocked or held again, and seats that are blocked twice. Ordered by trip
   * and seat. Leaves out blocked seats that are sold (see `blocks`) and seats sold to two bookings (see `soldTwice`).
   */
  takenTwice(at: Instant): Promise<readonly TakenTwice[]>;
  /**
   * Holds and blocks in force at `at`, and active bookings, whose section goes beyond the trip's stops. Ordered by
   * trip.
   */
  offRoad(at: Instant): Promise<readonly OffRoad[]>;
}
