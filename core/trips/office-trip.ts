import type { BusId, CityId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { City } from './city.ts';
import { hasSaleOpened } from './sale-opening.ts';
import { type NotBookable, type Sellable, notBookableReason } from './not-bookable.ts';
import type { PlannedTrip } from './planned-trips.ts';
import type { RoadCounts } from './seat-counts.ts';
import type { TripStatus } from './trip.ts';
import type { TripCancellation } from './trip-cancellation.ts';

/** The data of a trip for its company, as stores return it. */
export interface TripFacts extends PlannedTrip, Sellable {
  readonly source: City;
  readonly destination: City;
  /** The cities of all stops in the order of travel, the ends included. */
  readonly stopCities: readonly City[];
  readonly bus: Sellable['bus'] & {
    readonly id: BusId;
    readonly name: string;
    readonly registrationNo: string;
    readonly type: string;
    readonly totalSeats: number;
    readonly hasSeatMap: boolean;
  };
  readonly seats: RoadCounts & {
    /**
     * The number of passengers who have boarded. On a trip with intermediate stops, several passengers can have the
     * same seat one after another.
     */
    readonly boarded: number;
  };
  /** The total price of all paid bookings that are not cancelled. */
  readonly gross: Paisa;
  /** Null for a trip that is not cancelled. */
  readonly cancelled: TripCancellation | null;
}

/** The data of a trip for its company's office. */
export interface OfficeTrip extends TripFacts {
  readonly seats: TripFacts['seats'] & { readonly total: number };
  /** Whether the moment at which the sale opens has come. */
  readonly isOnSale: boolean;
  /** The number of blocked seats. */
  readonly withheld: number;
  /** The reason why the trip is not on sale; null when it is. */
  readonly notBookableReason: NotBookable | null;
}

export interface OfficeTripFilter {
  readonly operatorId: OperatorId;
  readonly busId?: BusId;
  readonly status?: TripStatus;
  readonly sourceCityId?: CityId;
  readonly destinationCityId?: CityId;
  readonly departs?: Partial<Span>;
}

/**
 * Reads trips for the offices of their companies, with the numbers of seats that are sold, held and blocked at `now`.
 */
export interface OfficeTrips {
  /** Lists trips, the earliest departure first. The page cursor is a trip's departure and id. */
  list(filter: OfficeTripFilter, now: Instant, page: Page): Promise<Listing<OfficeTrip>>;
  /** Lists the ACTIVE trips of all companies whose sale opens at one of these moments, by departure. */
  openingAt(moments: readonly Instant[], now: Instant): Promise<readonly OfficeTrip[]>;
  /** Finds a trip of any company. */
  find(id: TripId, now: Instant): Promise<OfficeTrip | undefined>;
}

/**
 * Adds the total number of seats: the sum of sold, held, blocked and free seats. It usually equals the bus's number of
 * seats. It is higher when sold seats or places were removed from the bus.
 */
export function officeTrip(facts: TripFacts, now: Instant): OfficeTrip {
  const { sold, held, blocked, left } = facts.seats;
  return {
    ...facts,
    seats: { ...facts.seats, total: sold + held + blocked + left },
    isOnSale: hasSaleOpened(facts, now),
    withheld: blocked,
    notBookableReason: notBookableReason(facts, now),
  };
}
