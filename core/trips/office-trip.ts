import type { BusId, CityId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { City } from './city.ts';
import { notBookableBecause } from './not-bookable.ts';
import type { NotBookable, Sellable } from './not-bookable.ts';
import type { PlannedTrip } from './planned-trips.ts';
import type { TripStatus } from './trip.ts';

/** Where the seats of a trip are. Each is in one of these, and so is each place on a bus without a seat map. */
export interface SeatCounts {
  /** Of active bookings: not of an unpaid one from its deadline on. */
  readonly sold: number;
  /** Only on a bus with a seat map. */
  readonly held: number;
  readonly blocked: number;
  /** Those that anybody may have now, as passengers are told. */
  readonly left: number;
  /** Of the sold ones, those whose passengers have got on. */
  readonly boarded: number;
}

/** What a store knows of a trip. */
export interface TripFacts extends PlannedTrip, Sellable {
  readonly source: City;
  readonly destination: City;
  readonly bus: Sellable['bus'] & {
    readonly id: BusId;
    readonly name: string;
    readonly registrationNo: string;
    readonly type: string;
    readonly totalSeats: number;
    readonly hasSeatMap: boolean;
  };
  readonly seats: SeatCounts;
  /** What bookings cost that were paid and have not been cancelled. */
  readonly gross: Paisa;
}

/** A trip as its company sees it. */
export interface OfficeTrip extends TripFacts {
  readonly seats: SeatCounts & { readonly total: number };
  /** Null: it is on sale. */
  readonly notBookableBecause: NotBookable | null;
}

export interface OfficeTripFilter {
  readonly operatorId: OperatorId;
  readonly busId?: BusId;
  readonly status?: TripStatus;
  readonly sourceCityId?: CityId;
  readonly destinationCityId?: CityId;
  readonly departs?: Partial<Span>;
}

/** Trips as their companies see them, with what is sold of them at `now`. */
export interface OfficeTrips {
  /** The next to depart first; a position is the departure and the id of a trip. */
  list(filter: OfficeTripFilter, now: Instant, page: Page): Promise<Listing<OfficeTrip>>;
  /** A trip of any company. */
  find(id: TripId, now: Instant): Promise<OfficeTrip | undefined>;
}

/**
 * The total is the sum of its parts: usually what the bus has, and more when seats were sold on it, or places, that it
 * has no more.
 */
export function officeTrip(facts: TripFacts, now: Instant): OfficeTrip {
  const { sold, held, blocked, left } = facts.seats;
  return {
    ...facts,
    seats: { ...facts.seats, total: sold + held + blocked + left },
    notBookableBecause: notBookableBecause(facts, now),
  };
}
