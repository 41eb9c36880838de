import type { BusId, OperatorId, SeatId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Section } from '../kernel/section.ts';
import type { ApprovalStatus, BusStatus, KeptBus, NewBus } from './bus.ts';
import type { BusDocument } from './documents.ts';
import type { KeptFor } from './kept-seats.ts';
import type { TakenSection } from './road-changes.ts';
import type { SeatMap, WantedMap } from './seat-layout.ts';

/** The registration number of a company's bus, in the form for comparisons (`keyOfRegistration`). */
export interface OwnedNumber {
  readonly operatorId: OperatorId;
  readonly registrationKey: string;
}

export interface KnownBus extends OwnedNumber {
  readonly id: BusId;
  readonly approvalStatus: ApprovalStatus;
  /** True if the bus reserves its number: no other company can add a bus with it. */
  readonly isReserved: boolean;
}

/**
 * Buses and their seats, inside a transaction. Rows that refer to a bus or seat, such as bookings, stay unchanged. A
 * bus's row is the lock for the bus and its seats. Lock this row before changing the bus, and before locking any trip.
 */
export interface BusRepo {
  /** Every bus, ordered by id. */
  known(): Promise<readonly KnownBus[]>;
  /**
   * The companies' buses with these registration numbers, keyed by `textOfNumber`. Locked until the transaction ends.
   */
  lockOwned(numbers: readonly OwnedNumber[]): Promise<ReadonlyMap<string, KeptBus>>;
  /**
   * Returns the numbers that buses of other companies reserve, as `textOfNumber`. An APPROVED bus reserves its number.
   * A PENDING bus reserves its number, too, unless its company is new. Locks the numbers until the transaction ends. If
   * two companies add the same number at once, the second one finds the bus of the first.
   */
  lockReserved(numbers: readonly OwnedNumber[]): Promise<ReadonlySet<string>>;
  /**
   * Finds a bus and locks it until the transaction ends. `of` limits the search to that company: locking another
   * company's rows would let one company delay another.
   */
  lock(id: BusId, of?: OperatorId): Promise<KeptBus | undefined>;
  /**
   * Adds buses without a seat map, and returns their ids in order. `registered`: the bus was not added. Either the
   * company has another bus with the registration number, or another company's bus and this bus are both APPROVED.
   */
  add(buses: readonly NewBus[]): Promise<readonly (BusId | 'registered')[]>;
  /**
   * Updates the locked bus, except its company and its moment of adding. `registered`: the company has another bus with
   * the registration number, or two companies' buses would be APPROVED. After `registered` the transaction can only be
   * rolled back.
   */
  update(bus: KeptBus): Promise<'updated' | 'registered'>;
  /** The seat maps of these buses. Buses without a map are left out. */
  seatMaps(buses: readonly BusId[]): Promise<ReadonlyMap<BusId, SeatMap>>;
  /** Whether the bus of a trip has a seat whose number is not of capital letters and digits alone. */
  hasUnusualSeats(trip: TripId): Promise<boolean>;
  /** The seats of a trip's bus that the company keeps for certain passengers. */
  keptSeats(trip: TripId): Promise<ReadonlyMap<SeatNumber, KeptFor>>;
  /**
   * Replaces or removes the seat map of a locked bus. A removed seat stays stored for its past passengers, but another
   * seat may get its number and place.
   */
  saveSeatMap(bus: BusId, map: WantedMap | null): Promise<void>;
}

/** A sale of a seat or of places on an upcoming trip. Places are sold on a bus without a seat map. */
export interface SoldAhead {
  readonly tripId: TripId;
  readonly bookingCode: string;
  /** The sold seat; null on a bus without a seat map. */
  readonly seatId: SeatId | null;
}

export interface HeldAhead {
  readonly tripId: TripId;
  readonly seatId: SeatId;
}

/**
 * Freed seats of a trip that anybody may take now, sorted. On a trip with intermediate stops, the seats are free on one
 * section: from one stop to a later one.
 */
export interface FreedOnTrip {
  readonly tripId: TripId;
  readonly section?: Section | undefined;
  readonly seats: readonly SeatNumber[];
}

/**
 * Adapts a company's blocks of seats on these locked trips to each trip's bus and status, and returns the freed seats.
 * A cancelled trip loses its blocks. On another bus a block moves to the seat with the same number. The block is lost
 * if that seat is taken or inactive. Blocks of places shrink to the places that bookings leave free; earlier blocks
 * keep their places first.
 */
export type FitBlocks = (trips: readonly TripId[], now: Instant) => Promise<readonly FreedOnTrip[]>;

/**
 * Sales and holds on a bus's upcoming trips. Such trips are ACTIVE and depart after `now`. Overdue unpaid bookings do
 * not count.
 */
export interface TripsAhead {
  /** Locks the upcoming trips. Nobody else can take seats or places on them until the transaction ends. */
  lock(bus: BusId, now: Instant): Promise<readonly TripId[]>;
  /** The number of the last stop, for each trip that has intermediate stops. */
  lastStops(trips: readonly TripId[]): Promise<ReadonlyMap<TripId, number>>;
  sold(trips: readonly TripId[], now: Instant): Promise<readonly SoldAhead[]>;
  /** The highest number of places that are taken on any one of the trips. */
  mostPlaces(trips: readonly TripId[], now: Instant): Promise<number>;
  held(trips: readonly TripId[], now: Instant): Promise<readonly HeldAhead[]>;
  /** Seats that the company has blocked. */
  blocked(trips: readonly TripId[], now: Instant): Promise<readonly HeldAhead[]>;
  /** Raises the SEQUENCE of the calendar entries of all bookings on the locked trips. */
  raiseSequences(trips: readonly TripId[]): Promise<void>;
  /** Ends every passenger's hold on these seats. */
  endHolds(trips: readonly TripId[], seats: readonly SeatId[], now: Instant): Promise<void>;
  /** Adapts the company's blocks on the trips after a change of the bus. */
  readonly fitBlocks: FitBlocks;
}

/** A bus as its company and administrators see it. */
export interface FleetBus extends KeptBus {
  /** The seat map's rows, columns and decks. */
  readonly layout: Omit<SeatMap, 'seats'> | null;
  readonly companyName: string;
  readonly documents: readonly BusDocument[];
}

export interface BusFilter {
  readonly operatorId?: OperatorId;
  readonly status?: BusStatus;
  readonly approvalStatus?: ApprovalStatus;
  /** A part of the name or of the registration number; letter case is ignored. */
  readonly q?: string;
}

export interface FleetViews {
  /** Lists buses, newest first. The page cursor is a bus's id. */
  list(filter: BusFilter, page: Page): Promise<Listing<FleetBus>>;
  find(id: BusId): Promise<FleetBus | undefined>;
  /** Finds buses by their ids. Unknown ids are left out. */
  some(ids: readonly BusId[]): Promise<ReadonlyMap<BusId, FleetBus>>;
  /** The seat map; null if the bus has none, undefined if there is no such bus. */
  seatMap(id: BusId): Promise<SeatMap | null | undefined>;
  /**
   * Buses that wait for a review, the longest waiting first. The page cursor is the moment since which a bus waits, and
   * its id.
   */
  waiting(page: Page): Promise<Listing<FleetBus>>;
}

/** Sections of trips on which seats are taken. The area `seats` implements this store. */
export interface SeatSections {
  takenSections(tripId: TripId, seats: readonly SeatNumber[]): Promise<readonly TakenSection[]>;
}
