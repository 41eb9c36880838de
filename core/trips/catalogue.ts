import type { BusId, CityId, OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { foldCase } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { ApprovalStatus, BusStatus, DocumentStatus, DocumentType, TripStatus } from './trip.ts';

export interface CatalogueSeat {
  readonly number: SeatNumber;
  readonly deck: number;
  readonly row: number;
  readonly col: number;
  readonly type: string;
  readonly isActive: boolean;
}

export interface CatalogueSeatMap {
  readonly rows: number;
  readonly cols: number;
  readonly deckCount: number;
  readonly seats: readonly CatalogueSeat[];
}

export interface CatalogueBus {
  readonly operatorId: OperatorId;
  readonly name: string;
  readonly registrationNo: string;
  /** Upper case. */
  readonly type: string;
  readonly totalSeats: number;
  readonly approvalStatus: ApprovalStatus;
  readonly status: BusStatus;
  readonly documents: readonly { readonly type: DocumentType; readonly status: DocumentStatus }[];
  /** Null: places are counted, not chosen. */
  readonly seatMap: CatalogueSeatMap | null;
}

export interface CatalogueTrip {
  /** The schedule's name in the catalogue. */
  readonly key: string;
  readonly routeId: RouteId;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

export type RouteId = number & { readonly keyOf: 'route' };

/** A city's name as names are compared: ignoring case, in every script. */
export const cityKey = (name: string): string => foldCase(name);

/** A route's two ends as one key. */
export const routeKey = (source: CityId, destination: CityId): string => `${source}>${destination}`;

/** What is there already, by natural key. */
export interface KnownCatalogue {
  /** By `cityKey`. */
  readonly cities: ReadonlyMap<string, CityId>;
  /** By e-mail address. */
  readonly operators: ReadonlyMap<string, OperatorId>;
  /** By registration number. */
  readonly buses: ReadonlyMap<string, BusId>;
  /** By `routeKey`. */
  readonly routes: ReadonlyMap<string, RouteId>;
}

/**
 * Where a catalogue is put. Rows are found by their natural keys and brought up to date, or added; each `save…` answers the keys
 * in the order of the rows, which name no natural key twice. What hangs on a row, such as a booking on a seat, stays.
 */
export interface Catalogue {
  known(): Promise<KnownCatalogue>;

  saveCities(names: readonly string[]): Promise<readonly CityId[]>;
  /**
   * A seat that is gone from the map is removed; one that was ever held or booked stays, inactive.
   * `sold`: the bus would win or lose its seat map, but has bookings for trips that leave after `now`; it is left as it was.
   */
  saveBuses(buses: readonly CatalogueBus[], now: Instant): Promise<readonly (BusId | 'sold')[]>;
  saveRoutes(routes: readonly { readonly source: CityId; readonly destination: CityId }[]): Promise<readonly RouteId[]>;
  /** `sold`: the trip would change its bus, but is booked and leaves after `now`; it is left as it was. */
  saveTrips(trips: readonly CatalogueTrip[], now: Instant): Promise<readonly (TripId | 'sold')[]>;
}
