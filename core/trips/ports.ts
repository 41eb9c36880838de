import type { RefundTier } from '../companies/company.ts';
import type { Amenity } from '../fleet/amenities.ts';
import type { BookingId, BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Point, Points } from './points.ts';
import type { Road, Section, Times } from './sections.ts';
import type { Trip, TripStatus } from './trip.ts';

/** Trips, inside a transaction. */
export interface TripRepo {
  find(id: TripId): Promise<Trip | undefined>;
  /** The trip that a booking is on. */
  ofBooking(id: BookingId): Promise<Trip | undefined>;
  /**
   * Like `find`, but keeps the trip from being cancelled or changed in time, bus or fare until the transaction ends.
   * Any number of transactions can have this lock at once.
   */
  findForSale(id: TripId): Promise<Trip | undefined>;
  /**
   * Takes places on the trip's present bus: all or none. Returns false if fewer places are free and unblocked at `now`.
   * A bus with a seat map has no places. On a trip with stops the places are those of a section, which must be given.
   */
  takePlaces(id: TripId, count: number, now: Instant, section?: Section): Promise<boolean>;
  /** The number of free places. Never negative; zero on a bus with a seat map. */
  placesLeft(id: TripId, now: Instant, section?: Section): Promise<number>;
  /** Puts places of a trip back on sale. */
  freePlaces(id: TripId, count: number, section?: Section): Promise<void>;
}

/** A section of a trip in search results, or its whole road. Cities, times, fare and free seats are the section's. */
export interface TripListing extends Road {
  readonly id: TripId;
  readonly section: Section;
  /** The planned times of the whole trip. */
  readonly trip: Times;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly fare: Paisa;
  readonly status: TripStatus;
  /** The number of seats that are free on the section, never negative. */
  readonly seatsLeft: number;
  /** The names of the cities of all stops in the order of the road, the ends included. */
  readonly stopCities: readonly string[];
  readonly bus: {
    readonly id: BusId;
    readonly name: string;
    readonly registrationNo: string;
    readonly type: string;
    readonly totalSeats: number;
    readonly amenities: readonly Amenity[];
    readonly hasSeatMap: boolean;
  };
  readonly operator: { readonly id: OperatorId; readonly companyName: string };
  readonly ratingSum: number;
  readonly ratingCount: number;
  /** The boarding points of the whole trip. Present if a search asked for points. */
  readonly boardingPoints?: readonly Point[];
}

/** A trip on sale with its details. */
export type TripDetail = TripListing &
  Points & {
    /** The company's cancellation tiers; null means the platform's. */
    readonly cancellationTiers: readonly RefundTier[] | null;
  };

export type TripOrder = 'fare' | '-fare' | 'departure_time' | '-departure_time';

/** The position of the last trip of an answer. The next answer starts after it. */
export interface SearchPosition {
  /** The fare in paisa or the departure, whichever the search sorts by. */
  readonly sortKey: number;
  readonly id: TripId;
}

export interface TripFilter {
  /** Names of cities. Case does not matter. */
  readonly origin?: string;
  readonly destination?: string;
  /** The type of bus in upper case, compared exactly. */
  readonly busType?: string;
  readonly minFare?: Paisa;
  readonly maxFare?: Paisa;
  /** Departures from `start` on and before `end`, if there is one. */
  readonly departs: { readonly start: Instant; readonly end?: Instant };
  readonly order: TripOrder;
  /** Whether to read boarding points, too. */
  readonly points?: boolean;
  /** The search position after which the answer starts. */
  readonly after?: SearchPosition;
  readonly limit: number;
}

/**
 * Trips on sale: ACTIVE, on an APPROVED and ACTIVE bus with complete papers on the day of departure. Seats that are
 * booked, held or blocked at `now` are not free. Overdue unpaid bookings do not count.
 */
export interface TripSearch {
  /**
   * Finds sections between both cities of the filter, or whole roads if it does not name both. They come in the
   * filter's order, equal ones by the id of their trip. Sections whose first stop was left early are excluded.
   */
  search(filter: TripFilter, now: Instant): Promise<readonly TripListing[]>;
  /**
   * Finds a section of a trip on sale, by default the whole road, even if it has left. Undefined also if the section is
   * not sold.
   */
  find(id: TripId, now: Instant, section?: Section): Promise<TripDetail | undefined>;
}

/** A route with the number of its trips on sale, and the lowest of their fares. */
export interface BusyRoute {
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly trips: number;
  readonly fare: Paisa;
}

/** Fares of trips and sections on sale, without the trips. */
export interface FareViews {
  /**
   * The lowest fares between two cities, keyed by the index of the day. `days` follow each other. Departures before
   * `earliest` do not count. Days without a trip have no key.
   */
  lowest(
    between: Required<Pick<TripFilter, 'origin' | 'destination'>>,
    days: readonly Span[],
    earliest: Instant,
  ): Promise<ReadonlyMap<number, Paisa>>;
  /** The routes with the most whole trips on sale that leave in a span, most first; equal ones by id. */
  busiest(departs: Span, limit: number): Promise<readonly BusyRoute[]>;
}
