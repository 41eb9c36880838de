import type { BusId, CityId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Trip, TripStatus } from './trip.ts';

/** Trips, inside a transaction. */
export interface TripRepo {
  find(id: TripId): Promise<Trip | undefined>;
  /** Takes places on a bus without a seat map: true when all of them were still to be had, and are now taken. */
  takePlaces(id: TripId, count: number): Promise<boolean>;
  /** Places that can still be taken on a bus without a seat map; never negative. */
  placesLeft(id: TripId): Promise<number>;
  /** Gives places back. */
  freePlaces(id: TripId, count: number): Promise<void>;
}

export interface City {
  readonly id: CityId;
  readonly name: string;
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

export type TripOrder = 'fare' | '-fare' | 'departure_time' | '-departure_time';

export interface TripFilter {
  /** City names, compared ignoring case. */
  readonly origin?: string;
  readonly destination?: string;
  /** Upper case, compared exactly. */
  readonly busType?: string;
  readonly minFare?: Paisa;
  readonly maxFare?: Paisa;
  /** Departures from `start` up to, not including, `end`; without an end there is none. */
  readonly departs: { readonly start: Instant; readonly end?: Instant };
  readonly order: TripOrder;
  readonly limit: number;
}

/**
 * Trips on sale: ACTIVE, on an APPROVED and ACTIVE bus whose papers are complete.
 * Seats left count out what is booked (unpaid bookings past their deadline no longer count) and what is held at `now`.
 */
export interface TripSearch {
  /** In the filter's order, equal keys by id. */
  search(filter: TripFilter, now: Instant): Promise<readonly TripListing[]>;
  /** One trip on sale, whenever it leaves. */
  find(id: TripId, now: Instant): Promise<TripListing | undefined>;
}

/** The order of a list of cities: by code points, the same wherever they are kept. */
export const byCityName = (one: City, other: City): number => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id);

export interface CityRepo {
  /** Every city, in the order of byCityName. */
  all(): Promise<readonly City[]>;
}
