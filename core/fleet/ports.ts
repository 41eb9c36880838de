import type { BusId, OperatorId, SeatId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { ApprovalStatus, BusStatus, KeptBus, NewBus } from './bus.ts';
import type { BusDocument } from './documents.ts';
import type { SeatMap, WantedMap } from './seat-layout.ts';

export type KnownBus = Pick<KeptBus, 'id' | 'operatorId'>;

/**
 * Buses and their seats, inside a transaction. What refers to them, such as bookings, stays. The row of a bus is the
 * lock of everything about it: whoever changes the bus or its seats has locked it first, before any trip.
 */
export interface BusRepo {
  /** Every bus, by its `keyOfRegistration`. */
  known(): Promise<ReadonlyMap<string, KnownBus>>;
  /** The same for some buses, which nobody else changes until the transaction ends. */
  lockRegistered(keys: readonly string[]): Promise<ReadonlyMap<string, KeptBus>>;
  /** The bus, which nobody else changes until the transaction ends. */
  lock(id: BusId): Promise<KeptBus | undefined>;
  /**
   * Adds buses without a seat map; answers their keys in their order. `registered`: somebody has a bus with the
   * registration number of this one, which was not added.
   */
  add(buses: readonly NewBus[]): Promise<readonly (BusId | 'registered')[]>;
  /**
   * Makes the bus, which is locked, what is given, apart from its company, and when it was added. `registered`: another
   * bus has the registration number; the transaction can only be given up then.
   */
  update(bus: KeptBus): Promise<'updated' | 'registered'>;
  /** The seat maps of those of the buses that have one. */
  seatMaps(buses: readonly BusId[]): Promise<ReadonlyMap<BusId, SeatMap>>;
  /**
   * Gives the bus, which is locked, this seat map, or none. A seat that is not on it any more stays on record for those
   * who have sat on it; its number and its place are free for others.
   */
  saveSeatMap(bus: BusId, map: WantedMap | null): Promise<void>;
}

/** A seat, or places on a bus without a seat map, that an active booking has. */
export interface SoldAhead {
  readonly tripId: TripId;
  readonly bookingCode: string;
  /** Null for places. */
  readonly seatId: SeatId | null;
}

export interface HeldAhead {
  readonly tripId: TripId;
  readonly seatId: SeatId;
}

/** Seats of a trip that anybody may take now that nobody keeps them any more; sorted. */
export interface FreedOnTrip {
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
}

/**
 * Makes what a company has blocked fit these trips, which are locked, as they are now. A trip that is cancelled loses
 * its blocks. On another bus than before a block moves to the seat of the same number, if that is in use and nobody has
 * it, and is lost otherwise, like that of a seat which is no longer in use. Of blocked places those stay, in the order
 * in which they were given, that no booking takes. Answers the seats that are free now and were not.
 */
export type FitBlocks = (trips: readonly TripId[], now: Instant) => Promise<readonly FreedOnTrip[]>;

/**
 * What passengers have on the trips of a bus that are ahead: ACTIVE, and leaving after `now`. An unpaid booking that is
 * past its deadline has nothing.
 */
export interface TripsAhead {
  /** The trips ahead. Nobody else takes seats or places on them until the transaction ends. */
  lock(bus: BusId, now: Instant): Promise<readonly TripId[]>;
  sold(trips: readonly TripId[], now: Instant): Promise<readonly SoldAhead[]>;
  /** How many places are taken on the trip on which the most are. */
  mostPlaces(trips: readonly TripId[], now: Instant): Promise<number>;
  held(trips: readonly TripId[], now: Instant): Promise<readonly HeldAhead[]>;
  /** Seats that the company has blocked. */
  blocked(trips: readonly TripId[], now: Instant): Promise<readonly HeldAhead[]>;
  /** Lets go of these seats, whoever holds them. */
  letGo(trips: readonly TripId[], seats: readonly SeatId[], now: Instant): Promise<void>;
  /** After a change of the bus. */
  readonly fitBlocks: FitBlocks;
}

/** A bus as its company and administrators see it. */
export interface FleetBus extends KeptBus {
  /** Rows, columns and decks of its seat map. */
  readonly layout: Omit<SeatMap, 'seats'> | null;
  readonly companyName: string;
  readonly documents: readonly BusDocument[];
}

export interface BusFilter {
  readonly operatorId?: OperatorId;
  readonly status?: BusStatus;
  readonly approvalStatus?: ApprovalStatus;
  /** Part of the name or the registration number. Case does not matter. */
  readonly q?: string;
}

export interface FleetViews {
  /** Newest first; a position is the id of a bus. */
  list(filter: BusFilter, page: Page): Promise<Listing<FleetBus>>;
  find(id: BusId): Promise<FleetBus | undefined>;
  /** Those of these buses that there are. */
  some(ids: readonly BusId[]): Promise<ReadonlyMap<BusId, FleetBus>>;
  /** Undefined when there is no such bus. */
  seatMap(id: BusId): Promise<SeatMap | null | undefined>;
  /** Buses that wait for a review, the longest first; a position is when one began to wait, and its id. */
  waiting(page: Page): Promise<Listing<FleetBus>>;
}
