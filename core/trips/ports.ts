import type { RefundTier } from '../companies/company.ts';
import type { Amenity } from '../fleet/amenities.ts';
import type { BookingId, BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { PlacesByName } from './places.ts';
import type { Point, Points } from './points.ts';
import type { SaleOpening } from './sale-opening.ts';
import type { Road, Section, Times } from './sections.ts';
import type { Trip, TripStatus } from './trip.ts';

/** Trips, inside a transaction. */
export interface TripRepo {
  find(id: TripId): Promise<Trip | undefined>;
  /** Finds the trip of a booking. */
  ofBooking(id: BookingId): Promise<Trip | undefined>;
  /**
   * Finds a trip and locks it until the transaction ends. Meanwhile nobody can cancel the trip or change its time, bus
   * or fare. Several transactions can hold this lock at once.
   */
  findForSale(id: TripId): Promise<Trip | undefined>;
  /**
   * Books unnumbered seats (places) on the trip's present bus: all or none. Returns false if too few are free and
   * unblocked at `now`, or if the bus has a seat map. On a trip with stops, `section` must be given; only this section
   * is booked.
   */
  takePlaces(id: TripId, count: number, now: Instant, section?: Section): Promise<boolean>;
  /** Counts the free unnumbered seats (places). Never negative; zero on a bus with a seat map. */
  placesLeft(id: TripId, now: Instant, section?: Section): Promise<number>;
  /** Puts unnumbered seats (places) of a trip back on sale. */
  freePlaces(id: TripId, count: number, now: Instant, section?: Section): Promise<void>;
}

/** A trip in search results, or a section of a trip. Cities, times, fare and free seats are those of the section. */
export interface TripListing extends Road, SaleOpening {
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
  /** Whether the moment at which the sale opens has come. */
  readonly isOnSale: boolean;
  /** The number of seats that the company has blocked. */
  readonly withheld: number;
  /** The names of the cities of all stops in order, from the first stop to the last. */
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
    /** The company's cancellation tiers; null if the platform's tiers apply. */
    readonly cancellationTiers: readonly RefundTier[] | null;
    /** The places of points in the cities where the section begins and ends. */
    readonly places: { readonly boarding: PlacesByName; readonly dropping: PlacesByName };
  };

export type TripOrder = 'fare' | '-fare' | 'departure_time' | '-departure_time';

/** The last trip in a page of search results. The next page starts after this trip. */
export interface SearchPosition {
  /** The value that the search sorts by: the fare in paisa, or the departure. */
  readonly sortKey: number;
  readonly id: TripId;
}

export interface TripFilter {
  /** The names of the cities between which to travel, or aliases of these cities, in any letter case. */
  readonly origin?: string;
  readonly destination?: string;
  /** The bus type in upper case; only exact matches are found. */
  readonly busType?: string;
  readonly minFare?: Paisa;
  readonly maxFare?: Paisa;
  /** The companies whose trips are found. Undefined for all companies. */
  readonly operators?: readonly OperatorId[];
  /** The span of departures: `start` is inclusive, `end` is exclusive and optional. */
  readonly departs: { readonly start: Instant; readonly end?: Instant };
  readonly order: TripOrder;
  /** Whether the answer includes boarding points. */
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
   * Finds sections from the filter's origin to its destination. Without origin or destination, finds only whole trips.
   * The results have the filter's order; trips that are equal in this order are sorted by id. Leaves out sections whose
   * first stop the bus left early. Throws `sameCity` if origin and destination are names of one city.
   */
  search(filter: TripFilter, now: Instant): Promise<readonly TripListing[]>;
  /**
   * Finds a trip on sale, or a section of it, even if the bus has left. Undefined if the trip is not on sale, or does
   * not sell the section.
   */
  find(id: TripId, now: Instant, section?: Section): Promise<TripDetail | undefined>;
}

/** A route with the number of its trips on sale, and the lowest fare among them. */
export interface BusyRoute {
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly trips: number;
  readonly fare: Paisa;
}

/** Reads only the fares of trips and sections on sale. */
export interface FareViews {
  /**
   * Returns the lowest fare between two cities for each day, keyed by the day's index in `days`. The days are
   * consecutive. Ignores departures before `earliest`. A day without a trip has no entry. Throws
   * `sameCity` if both are names of one city.
   */
  lowest(
    between: Required<Pick<TripFilter, 'origin' | 'destination'>>,
    days: readonly Span[],
    earliest: Instant,
  ): Promise<ReadonlyMap<number, Paisa>>;
  /**
   * The routes with the most trips on sale that depart within a span, most trips first. Routes with equally many trips
   * are sorted by id. Only whole trips count, not their sections.
   */
  busiest(departs: Span, limit: number): Promise<readonly BusyRoute[]>;
}
