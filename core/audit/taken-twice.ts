import type { SeatNumber, TripId } from '../kernel/ids.ts';
import type { Section } from '../kernel/section.ts';
import type { Instant } from '../kernel/time.ts';

/** A kind of row that takes a seat of a trip on a section. */
type Taker = 'held' | 'sold' | 'blocked';

/** A seat that two rows take on a common part of the road. */
export interface TakenTwice {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly takers: readonly [Taker, Taker];
}

/** A hold, a block or a booking of a section that its trip's road does not have. */
export interface OffRoad extends Section {
  readonly tripId: TripId;
  readonly taker: 'held' | 'blocked' | 'booked';
}

export interface TakenSeatsReader {
  /**
   * Holds in force at `at` of seats that are also sold, blocked or held, and blocks of blocked seats. Ordered by trip
   * and seat. `blocks` tells blocked seats that are sold, and `soldTwice` seats of two bookings.
   */
  takenTwice(at: Instant): Promise<readonly TakenTwice[]>;
  /** Holds and blocks in force at `at`, and active bookings, of sections beyond their road. Ordered by trip. */
  offRoad(at: Instant): Promise<readonly OffRoad[]>;
}
