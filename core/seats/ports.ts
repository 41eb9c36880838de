import type { BookingId, SeatId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { FreedOnTrip } from '../fleet/ports.ts';
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

/** Seats that a passenger holds and is about to buy. */
export interface HeldSelection {
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly seats: readonly SeatNumber[];
}

/** A seat whose hold was ended so that it can be sold. */
export interface RedeemedSeat {
  readonly id: SeatId;
  readonly seat: SeatNumber;
}

export interface Sale {
  readonly tripId: TripId;
  readonly booking: BookingId;
  readonly redeemed: readonly RedeemedSeat[];
  /** Who sits on them. */
  readonly seats: readonly SeatPassenger[];
  /** The sale takes its seats until then, or for good if it is made final before. */
  readonly paymentDeadline: Instant;
}

/** Seats that somebody at a counter sells, who holds none. */
export interface CounterSeats {
  readonly tripId: TripId;
  readonly seller: UserId;
  readonly booking: BookingId;
  readonly seats: readonly SeatPassenger[];
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
 * the bus that the trip has now: a hold on the previous bus gives no right to the seat of the same number, and while a
 * transaction takes seats, the bus can't be exchanged. A seat has at most one hold and one active sale per trip,
 * however many passengers want it at once: the database itself forbids a second. A hold no longer takes its seat once
 * it has expired, nor does the sale of an unpaid booking from its deadline on.
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
   * Ends the holds on those of the seats that the passenger holds at `now`: the first half of selling them, which needs
   * no booking yet. When they are fewer than asked for, a hold has expired, or its seat has been put out of use or was
   * one of the previous bus. Other holds of the passenger stay.
   */
  redeem(selection: HeldSelection, now: Instant): Promise<readonly RedeemedSeat[]>;

  /** Sells seats that were redeemed in the same transaction, and names those that it sold, sorted. */
  sell(sale: Sale): Promise<readonly SeatNumber[]>;

  /**
   * Sells seats for good, without a hold: all of them, or none. Answers those that can't be had, sorted, because they
   * are sold, held by anybody (the seller, too, as a passenger), or no active seats of the bus; after that the
   * transaction can only be undone. An overdue sale that has not been ended yet is in the way: expire stale bookings
   * first.
   */
  sellAtCounter(sale: CounterSeats, now: Instant): Promise<readonly SeatNumber[]>;

  /** Makes the sale of a locked booking's seats final: it no longer ends at the payment deadline. */
  finalize(booking: BookingId): Promise<void>;

  /**
   * Puts a locked booking's seats back on sale and names them, sorted. There are none if that was done before, or if
   * the booking has no seats.
   */
  releaseBooking(booking: BookingId, now: Instant): Promise<readonly FreedSeat[]>;

  /**
   * Sells a booking's former seats to it again, for good, and names them, sorted: on another bus than the one that they
   * were sold on, those of the same numbers. It is all or none: undefined unless they are as many as the booking is for
   * and each is free at `now` (an active seat of the trip's bus, not sold, not held by another passenger). An overdue
   * sale that has not been ended yet is in the way: expire stale bookings first. A booking that never had seats gets
   * none back.
   */
  reclaim(reclaim: Reclaim, now: Instant): Promise<readonly SeatNumber[] | undefined>;

  /**
   * Deletes holds that expired at or before `now`, at most `limit`, the oldest first, and names the seats that anybody
   * may take now. Empty when no hold had expired; a trip has no seats when none of those that were held can be had.
   */
  sweep(now: Instant, limit: number): Promise<readonly FreedOnTrip[]>;

  /**
   * Deletes every hold on these trips, which are locked, whoever has it, and ends its run. Of the numbers that were
   * held, answers those, sorted, whose seat on the trip's present bus is free at `now`; a trip may have none.
   */
  letGo(trips: readonly TripId[], now: Instant): Promise<readonly FreedOnTrip[]>;
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
