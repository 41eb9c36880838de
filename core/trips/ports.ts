import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { BookingId, BusId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Points } from './points.ts';
import type { Trip, TripStatus } from './trip.ts';

/** Trips, inside a transaction. */
export interface TripRepo {
  find(id: TripId): Promise<Trip | undefined>;
  /** The trip that a booking is on. */
  ofBooking(id: BookingId): Promise<Trip | undefined>;
  /**
   * The same as `find`, and nobody cancels the trip or changes its time, bus or fare until the transaction ends. Any
   * number of transactions may have this of one trip at once.
   */
  findForSale(id: TripId): Promise<Trip | undefined>;
  /**
   * Takes places on the bus that the trip has now: all of them, or none if fewer are left that are not blocked at
   * `now`; true if they were taken. A bus with a seat map has no places.
   */
  takePlaces(id: TripId, count: number, now: Instant): Promise<boolean>;
  /** How many places can still be taken. Never negative, and none on a bus with a seat map. */
  placesLeft(id: TripId, now: Instant): Promise<number>;
  /** Gives places back. */
  freePlaces(id: TripId, count: number): Promise<void>;
}

/** A trip as passengers see it before they choose. */
export interface TripListing {
  readonly id: TripId;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly fare: Paisa;
  readonly status: TripStatus;
  /** Never negative. */
  readonly seatsLeft: number;
  readonly bus: {
    readonly id: BusId;
    readonly name: string;
    readonly registrationNo: string;
    readonly type: string;
    readonly totalSeats: number;
    readonly hasSeatMap: boolean;
  };
  readonly operator: { readonly id: OperatorId; readonly companyName: string };
  readonly ratingSum: number;
  readonly ratingCount: number;
}

/** A trip that a passenger looks at by itself. */
export type TripDetail = TripListing &
  Points & {
    /** What its company asks for a cancellation; null: what the platform does. */
    readonly cancellationTiers: readonly RefundTier[] | null;
  };

export type TripOrder = 'fare' | '-fare' | 'departure_time' | '-departure_time';

/** The last trip of an answer: the next answer starts with the trip after it. */
export interface SearchPosition {
  /** The fare in paisa or the departure, whichever the search sorts by. */
  readonly sortKey: number;
  readonly id: TripId;
}

export interface TripFilter {
  /** Names of cities. Case does not matter. */
  readonly origin?: string;
  readonly destination?: string;
  /** Upper case, compared exactly. */
  readonly busType?: string;
  readonly minFare?: Paisa;
  readonly maxFare?: Paisa;
  /** Departures from `start` on and before `end`, if there is one. */
  readonly departs: { readonly start: Instant; readonly end?: Instant };
  readonly order: TripOrder;
  /** Only trips that come after this position. */
  readonly after?: SearchPosition;
  readonly limit: number;
}

/**
 * Trips on sale: ACTIVE, on an APPROVED and ACTIVE bus whose papers are complete on the day on which it leaves. Seats
 * that are booked, held or blocked at `now` are not left; those of an unpaid booking are left again from its deadline
 * on.
 */
export interface TripSearch {
  /** In the filter's order; trips that are equal in it, by id. None that is known to have left before its time. */
  search(filter: TripFilter, now: Instant): Promise<readonly TripListing[]>;
  /** A trip on sale, even if it has left. */
  find(id: TripId, now: Instant): Promise<TripDetail | undefined>;
}
