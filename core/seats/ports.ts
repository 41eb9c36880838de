import type { BookingId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatPlace } from '../fleet/seat-layout.ts';
import type { SeatFacts } from './seat-map.ts';

export type RefusedBecause = 'unknown' | 'booked' | 'held';

export interface Selection {
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly wanted: readonly SeatNumber[];
  readonly expiresAt: Instant;
}

export interface SelectionOutcome {
  /** The wanted seats that the passenger now holds, in the order they were wanted. */
  readonly held: readonly SeatNumber[];
  /** Seats of holds that were alive at `now` and were not wanted again; sorted. */
  readonly dropped: readonly FreedSeat[];
  readonly refused: readonly { readonly seat: SeatNumber; readonly because: RefusedBecause }[];
}

/** Who sits where. */
export interface SeatPassenger {
  readonly seat: SeatNumber;
  readonly name: string;
  readonly age: number | null;
  readonly gender: 'M' | 'F' | 'O' | null;
  readonly boardingPoint: string;
  readonly droppingPoint: string;
}

/** A seat that its passenger no longer holds, or that its booking no longer has. */
export interface FreedSeat {
  readonly seat: SeatNumber;
  /**
   * Whether anybody may take it now. Not when it is out of use, nor when somebody else has it already: the seat of an
   * overdue sale can be held before the sale ends.
   */
  readonly isFree: boolean;
}

export interface Sale {
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly booking: BookingId;
  readonly seats: readonly SeatPassenger[];
  /** The sale takes its seats until then, or for good if it is made final before. */
  readonly paymentDeadline: Instant;
}

/** Seats that a booking had before, to be sold to it again. */
export interface Reclaim {
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly booking: BookingId;
  /** How many seats the booking is for. */
  readonly seatsCount: number;
}

/**
 * Taken seats of trips on buses with a seat map: held for a few minutes, then sold with a booking. Seats are those of
 * the bus that the trip has now: a hold or an ended sale on the previous bus gives no right to the seat of the same
 * number, and while a transaction takes seats, the bus can't be exchanged. A seat has at most one hold and one active
 * sale per trip, however many passengers want it at once: the database itself forbids a second. A hold no longer takes
 * its seat once it has expired, nor does the sale of an unpaid booking from its deadline on.
 */
export interface SeatLockStore {
  /**
   * Makes `wanted` the passenger's whole selection on the trip: releases the other seats and takes or renews each
   * wanted one, unless it is no active seat of the bus, is sold, or is held by another passenger at `now`. Selections
   * of one passenger on one trip are made one after the other.
   */
  hold(selection: Selection, now: Instant): Promise<SelectionOutcome>;

  /**
   * Releases all the seats that the passenger holds on the trip at `now`, and names them, sorted. Expired holds are
   * left to the sweep.
   */
  release(tripId: TripId, passenger: UserId, now: Instant): Promise<readonly FreedSeat[]>;

  /** Makes a hold of the passenger end at `until`, if it would end later. */
  endSooner(tripId: TripId, passenger: UserId, seat: SeatNumber, until: Instant): Promise<void>;

  /**
   * Sells those of the seats that the passenger holds at `now`, and names them, sorted. When they are fewer than asked
   * for, a hold has expired, or its seat has been put out of use or was one of the previous bus. A seat that is sold is
   * no longer held; other holds of the passenger stay.
   */
  sell(sale: Sale, now: Instant): Promise<readonly SeatNumber[]>;

  /** Makes the sale of a locked booking's seats final: it no longer ends at the payment deadline. */
  finalize(booking: BookingId): Promise<void>;

  /**
   * Puts a locked booking's seats back on sale and names them, sorted. There are none if that was done before, or if
   * the booking has no seats.
   */
  releaseBooking(booking: BookingId, now: Instant): Promise<readonly FreedSeat[]>;

  /**
   * Sells a booking's former seats to it again, for good, and names them, sorted. It is all or none: undefined unless
   * they are as many as the booking is for and each is free at `now` (an active seat of the trip's bus, not sold, not
   * held by another passenger). An overdue sale that has not been ended yet is in the way: expire stale bookings first.
   * A booking that never had seats gets none back.
   */
  reclaim(reclaim: Reclaim, now: Instant): Promise<readonly SeatNumber[] | undefined>;

  /**
   * Deletes holds that expired at or before `now`, at most `limit`, the oldest first, and names the seats that anybody
   * may take now. Empty when no hold had expired; a trip has no seats when none of those that were held can be had.
   */
  sweep(
    now: Instant,
    limit: number,
  ): Promise<readonly { readonly tripId: TripId; readonly seats: readonly SeatNumber[] }[]>;
}

/** A trip on which a passenger holds seats. */
export interface HeldTrip {
  readonly tripId: TripId;
  /** When the last of these holds runs out. */
  readonly until: Instant;
}

/** Since when a passenger has held a seat, with no pause that counts. */
export interface HoldRun {
  readonly seat: SeatNumber;
  readonly since: Instant;
}

export interface LastingRun extends HoldRun {
  readonly until: Instant;
}

/** What each passenger holds, and for how long already, so that nobody hoards seats. */
export interface Holdings {
  /**
   * The trips on which a passenger holds seats at `now`. Until the transaction ends, everybody else who asks this about
   * the same passenger waits, so that the count stays true.
   */
  trips(passenger: UserId, now: Instant): Promise<readonly HeldTrip[]>;
  /** The passenger's runs on a trip that ended after `endedAfter`, or have not ended. */
  runs(passenger: UserId, trip: TripId, endedAfter: Instant): Promise<readonly HoldRun[]>;
  /** Records that these runs go on, each until its end unless it is ended before. */
  extend(passenger: UserId, trip: TripId, runs: readonly LastingRun[]): Promise<void>;
  /** Records that the runs of these seats ended at `at`, unless they ended earlier. */
  end(passenger: UserId, trip: TripId, seats: readonly SeatNumber[], at: Instant): Promise<void>;
  /** Deletes runs that ended at or before `before`, at most `limit`; answers how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** What the seat map of a trip shows. */
export type SeatMapView =
  | {
      readonly hasSeatMap: false;
      readonly fare: Paisa;
      readonly totalSeats: number;
      /** Never negative. */
      readonly seatsLeft: number;
    }
  | {
      readonly hasSeatMap: true;
      readonly fare: Paisa;
      readonly rows: number;
      readonly cols: number;
      readonly deckCount: number;
      /** By deck, row and column. */
      readonly seats: readonly (SeatPlace & SeatFacts)[];
    };

export interface SeatMaps {
  /** The seats of a trip of any status as `viewer` finds them at `now`; undefined when there is no such trip. */
  view(tripId: TripId, viewer: UserId | undefined, now: Instant): Promise<SeatMapView | undefined>;
}
