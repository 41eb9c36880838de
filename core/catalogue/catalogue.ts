import type { BusId, CityId, OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripStatus } from '../trips/trip.ts';

export interface CatalogueTrip {
  /** The key of the schedule in the file. */
  readonly key: string;
  readonly routeId: RouteId;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

export type RouteId = number & { readonly keyOf: 'route' };

/** What the database has, by natural key. */
export interface KnownCatalogue {
  /** By `cityKey`. */
  readonly cities: ReadonlyMap<string, CityId>;
  /** By the e-mail address of an OWNER. */
  readonly operators: ReadonlyMap<string, OperatorId>;
  /** By `routeKey`. */
  readonly routes: ReadonlyMap<string, RouteId>;
}

/** A trip of a catalogue. `differs`: it existed before, and is not as the catalogue says. */
export interface AddedTrip {
  readonly id: TripId;
  readonly differs: boolean;
}

/**
 * Where the cities, routes and trips of a catalogue are put. Rows are found by their natural keys, each of which is
 * named once; what is answered is in the order of the rows. What hangs on a row, such as a booking on a trip, stays.
 *
 * `changeTrips` and `dropStrandedHolds` keep passengers off the trips that they change until the transaction ends: call
 * them last.
 */
export interface Catalogue {
  /** Waits until no other import is running, and makes others wait until the transaction ends. */
  takeTurn(): Promise<void>;
  known(): Promise<KnownCatalogue>;

  saveCities(names: readonly string[]): Promise<readonly CityId[]>;
  saveRoutes(routes: readonly { readonly source: CityId; readonly destination: CityId }[]): Promise<readonly RouteId[]>;
  /** Adds the trips that do not exist yet, and leaves the others as they are. */
  addTrips(trips: readonly CatalogueTrip[]): Promise<readonly AddedTrip[]>;

  /**
   * Brings existing trips up to date. `kept`: the trip is left as a person in the office had it. `sold`: it is left as
   * it was because its bus would not have what is sold on it. That is a booked trip that would change its bus, if it
   * leaves after `now` by its old or its new departure; and one that has left and would leave again, on a bus that no
   * longer has the seats or places that were sold. The trips are locked first: whoever wants a seat of one, or changes
   * it in the office, comes before the change or finds it made.
   */
  changeTrips(trips: readonly CatalogueTrip[], now: Instant): Promise<readonly ('changed' | 'kept' | 'sold')[]>;
  /**
   * Deletes the holds on seats that their trip no longer has because it changed its bus or the bus lost its map. Of the
   * numbers that were held, answers those, sorted, whose seat on the trip's present bus is free at `now`.
   */
  dropStrandedHolds(
    now: Instant,
  ): Promise<readonly { readonly tripId: TripId; readonly seats: readonly SeatNumber[] }[]>;
}
