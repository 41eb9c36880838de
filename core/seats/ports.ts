import type { SeatState } from '../fleet/seat-state.ts';
import type { BookingId, SeatHolder, SeatId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { FreedOnTrip } from '../fleet/ports.ts';
import type { TakenSection } from '../fleet/road-changes.ts';
import type { SeatPlace } from '../fleet/seat-layout.ts';
import type { Section } from '../trips/sections.ts';
import type { SeatFacts } from './seat-map.ts';
import type { SoldPassenger } from './sold-passenger.ts';

export type HoldRefusal = 'unknown' | 'booked' | 'held';

/**
 * The section on which a seat is taken or freed. Undefined on trips without intermediate stops, whose seats are always
 * taken on the whole trip.
 */
export interface OnSection {
  readonly section?: Section | undefined;
}

export interface Selection extends OnSection {
  readonly tripId: TripId;
  readonly passenger: SeatHolder;
  readonly wanted: readonly SeatNumber[];
  readonly expiresAt: Instant;
}

export interface SelectionOutcome {
  /** The wanted seats that the passenger now holds, in the order of `wanted`. */
  readonly held: readonly SeatNumber[];
  /** Seats that the passenger held at `now` and that are not wanted any more, sorted. */
  readonly dropped: readonly FreedSeat[];
  /**
   * Seats of any passenger's expired holds that this selection deleted. Present only on trips with intermediate stops,
   * where an expired hold may cover a longer section than the new hold.
   */
  readonly lapsed?: readonly FreedSeat[];
  /** Seats in `held` that the passenger held before the call, too. Present only on trips with intermediate stops. */
  readonly renewed?: readonly SeatNumber[];
  readonly refused: readonly { readonly seat: SeatNumber; readonly reason: HoldRefusal }[];
}

/** A seat that is no longer held, or no longer part of a booking. */
export interface FreedSeat extends OnSection {
  readonly seat: SeatNumber;
  /**
   * Whether anybody may take the seat now. False if the seat is out of use, or if somebody has taken it meanwhile. A
   * seat of an overdue sale that was not ended yet counts as free, because it can be held.
   */
  readonly isFree: boolean;
}

export interface OfferedSeat {
  readonly seat: SeatNumber;
  readonly until: Instant;
}

/** Seats that a passenger holds and is about to buy. */
export interface HeldSelection extends OnSection {
  readonly tripId: TripId;
  readonly passenger: SeatHolder;
  readonly seats: readonly SeatNumber[];
}

/** A seat whose hold was ended so that it can be sold. */
export interface RedeemedSeat {
  readonly id: SeatId;
  readonly seat: SeatNumber;
}

export interface Sale extends OnSection {
  readonly tripId: TripId;
  readonly booking: BookingId;
  readonly redeemed: readonly RedeemedSeat[];
  /** The sold seats, each with its passenger. */
  readonly seats: readonly SoldPassenger[];
  /** The moment at which the sale ends if it is still unpaid. */
  readonly paymentDeadline: Instant;
}

/** Seats sold at a counter. No hold is needed. */
export interface CounterSeats extends OnSection {
  readonly tripId: TripId;
  readonly seller: UserId;
  readonly booking: BookingId;
  readonly seats: readonly SoldPassenger[];
  /** The moment at which the sale ends if it is still unpaid; null for final sales. */
  readonly paymentDeadline: Instant | null;
  /**
   * Seats that the company had blocked and sells now. After the payment deadline they stay taken until the sale is
   * ended. So nobody can take them before their blocks are restored.
   */
  readonly lent: readonly SeatNumber[];
}

/** A request to sell a booking's former seats to the same booking again. */
export interface Reclaim extends OnSection {
  readonly tripId: TripId;
  readonly passenger: SeatHolder;
  readonly booking: BookingId;
  /** The number of seats of the booking. */
  readonly seatsCount: number;
  /** Seats that count as sold, because they are about to go to those who wait. None by default. */
  readonly busy?: ReadonlySet<SeatNumber>;
}

/**
 * Taken seats of trips on buses with a seat map: held for a few minutes, then sold with a booking. The seats belong to
 * the trip's present bus. A hold on the previous bus gives no right to the seat of the same number. No other
 * transaction can change the bus while a transaction takes seats. On each part of a trip, a seat has at most one hold
 * and one active sale: the database itself forbids a second one. An expired hold takes no seat. An unpaid booking takes
 * no seat from its payment deadline on.
 */
export interface SeatLockStore {
  /**
   * Makes `wanted` the passenger's whole selection on the trip. Takes or renews a hold on each wanted seat. Releases
   * the passenger's other holds, also those on another section of the same seats. Offers stay as they are. Refuses a
   * seat that is not in use, is sold, or is held by another passenger at `now`. Selections of one passenger on one trip
   * run one after another.
   */
  hold(selection: Selection, now: Instant): Promise<SelectionOutcome>;

  /**
   * Releases all seats that the passenger holds on the trip at `now`; with `section`, only holds on exactly this
   * section. Returns the seats, sorted. The periodic job deletes expired holds.
   */
  release(tripId: TripId, passenger: SeatHolder, now: Instant, section?: Section): Promise<readonly FreedSeat[]>;

  /**
   * The seats of the trip that are offered to the passenger at `now`, because the passenger waited for them. A seat has
   * the moment at which its offer ends. Offers are holds that `hold` neither ends nor renews.
   */
  offers(tripId: TripId, passenger: SeatHolder, now: Instant): Promise<readonly OfferedSeat[]>;

  /** Makes a hold of the passenger end at `until`, if it would end later. */
  endSooner(tripId: TripId, passenger: SeatHolder, seat: SeatNumber, until: Instant): Promise<void>;

  /**
   * Ends the passenger's holds on the selected seats. This is the first half of a sale, and needs no booking yet.
   * Returns only seats that are in use on the present bus, with a valid hold on exactly the selected section. Other
   * holds of the passenger stay.
   */
  redeem(selection: HeldSelection, now: Instant): Promise<readonly RedeemedSeat[]>;

  /** Sells seats that were redeemed in the same transaction. Returns the sold seats, sorted. */
  sell(sale: Sale): Promise<readonly SeatNumber[]>;

  /**
   * Sells seats that need no hold: all or none. Returns the unavailable seats, sorted. Unavailable means sold, not in
   * use, or held by anybody, even by the seller. If any are returned, the transaction must be rolled back. An overdue
   * sale not yet ended counts as sold: expire stale bookings first.
   */
  sellAtCounter(sale: CounterSeats, now: Instant): Promise<readonly SeatNumber[]>;

  /** Makes the sale of a locked booking's seats final: it no longer ends at the payment deadline. */
  finalize(booking: BookingId): Promise<void>;

  /**
   * Puts a locked booking's seats back on sale and returns them, sorted. Empty if its seats are already on sale, or if
   * the booking has no seats.
   */
  releaseBooking(booking: BookingId, now: Instant): Promise<readonly FreedSeat[]>;

  /**
   * Sells a booking's former seats to the booking again, as a final sale. Returns the seats, sorted. On another bus,
   * the seats of the same numbers are sold. All or none: returns undefined unless every seat of the booking is free at
   * `now`. Free means in use, not sold, and not held by another passenger. An overdue sale not yet ended counts as
   * sold: expire stale bookings first. A booking that never had seats gets none.
   */
  reclaim(reclaim: Reclaim, now: Instant): Promise<readonly SeatNumber[] | undefined>;

  /**
   * Deletes at most `limit` holds that expired at or before `now`, oldest first. Returns each trip of a deleted hold,
   * with the seats that anybody may take now. A trip may have no such seats.
   */
  sweep(now: Instant, limit: number): Promise<readonly FreedOnTrip[]>;

  /**
   * Deletes all holds on these locked trips, and ends their holding periods. Returns, for each trip, the seat numbers
   * that were held and are free on its present bus at `now`, sorted. A trip may have no such numbers.
   */
  endAllHolds(trips: readonly TripId[], now: Instant): Promise<readonly FreedOnTrip[]>;

  /** The sections on which these seats of a trip are taken. Includes expired holds and overdue sales. */
  takenSections(tripId: TripId, seats: readonly SeatNumber[]): Promise<readonly TakenSection[]>;
}

/** A trip on which a passenger holds seats. */
export interface HeldTrip {
  readonly tripId: TripId;
  /** The moment at which the last hold on the trip ends. */
  readonly until: Instant;
}

/** A period in which a passenger held a seat. Short pauses do not end it. */
export interface HoldRun {
  readonly seat: SeatNumber;
  readonly since: Instant;
}

export interface LastingRun extends HoldRun {
  readonly until: Instant;
}

/** The periods in which each passenger held seats, so that nobody hoards seats. */
export interface Holdings {
  /**
   * The trips on which a passenger holds seats at `now`, other than offered ones. Other transactions that ask about the
   * same passenger wait until this transaction ends, so that the count stays correct.
   */
  trips(passenger: SeatHolder, now: Instant): Promise<readonly HeldTrip[]>;
  /** The passenger's holding periods on a trip that ended after `endedAfter`, or have not ended yet. */
  runs(passenger: SeatHolder, trip: TripId, endedAfter: Instant): Promise<readonly HoldRun[]>;
  /** Records that these holding periods continue. Each period lasts until its `until`, unless `end` ends it earlier. */
  extend(passenger: SeatHolder, trip: TripId, runs: readonly LastingRun[]): Promise<void>;
  /**
   * Records that the passenger's holding periods of these seats ended at `at`. Periods that ended earlier stay as they
   * are.
   */
  end(passenger: SeatHolder, trip: TripId, seats: readonly SeatNumber[], at: Instant): Promise<void>;
  /** Deletes at most `limit` holding periods that ended at or before `before`. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** The content of a trip's seat map. */
export type SeatMapView =
  | {
      readonly hasSeatMap: false;
      readonly fare: Paisa;
      readonly totalSeats: number;
      /** The number of places left on the section, never negative. */
      readonly seatsLeft: number;
    }
  | {
      readonly hasSeatMap: true;
      readonly fare: Paisa;
      readonly rows: number;
      readonly cols: number;
      readonly deckCount: number;
      /** The seats of the map, ordered by deck, row and column. */
      readonly seats: readonly (SeatPlace & SeatFacts)[];
    };

export interface SeatMaps {
  /**
   * The seats of a trip of any status on a section, as `viewer` sees them at `now`. Without a section, shows the seats
   * for the whole trip. Undefined if the trip does not exist, or does not sell the section.
   */
  view(
    tripId: TripId,
    viewer: SeatHolder | undefined,
    now: Instant,
    section?: Section,
  ): Promise<SeatMapView | undefined>;
}

/** Event: seats of one trip changed their status. The event does not say who holds or bought them. */
export interface SeatsChanged {
  readonly type: 'seats changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  /** The new status. On a trip with intermediate stops, this is the status on the whole trip. */
  readonly status: SeatState;
}

/** Event: seats changed their status on a section of a trip with intermediate stops. */
export interface SectionChanged extends Section {
  readonly type: 'section changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly status: SeatState;
}

export type SeatEvent = SeatsChanged | SectionChanged;
