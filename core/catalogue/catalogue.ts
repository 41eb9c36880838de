import type { BusId, CityId, OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { CityDetails, CityNames } from '../trips/city.ts';
import type { Road } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';

export interface CatalogueTrip extends Road {
  /** The trip's key: the key of its schedule in the file, followed by the day for a daily schedule. */
  readonly key: string;
  readonly routeId: RouteId;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

/**
 * The state that the catalogue wants an existing trip to have. If the catalogue cancels the trip, only the status
 * changes: passengers and refunds refer to the bus, company and times.
 */
export const requestedTrip = (trip: CatalogueTrip, present: CatalogueTrip): CatalogueTrip =>
  trip.status === 'CANCELLED' ? { ...present, status: trip.status } : trip;

export type RouteId = number & { readonly keyOf: 'route' };

/** Ids of rows that are in the database, by natural key. */
export interface KnownCatalogue {
  /** The ids of cities, keyed by `cityKey`. */
  readonly cities: ReadonlyMap<string, CityId>;
  /** The names of each city, and what else is known of it. */
  readonly cityNames: ReadonlyMap<CityId, CityNames & CityDetails>;
  /** The ids of cities, keyed by the `cityKey` of their aliases. */
  readonly aliases: ReadonlyMap<string, CityId>;
  /** The ids of companies, keyed by the e-mail address of an OWNER. */
  readonly operators: ReadonlyMap<string, OperatorId>;
  /** The ids of routes, keyed by `routeKey`. */
  readonly routes: ReadonlyMap<string, RouteId>;
}

/** A trip of a catalogue. `differs` is true if the trip existed before and differs from the catalogue. */
export interface AddedTrip {
  readonly id: TripId;
  readonly differs: boolean;
}

/** A trip that a catalogue cancels, or makes ACTIVE again. */
export interface TripStatusChange {
  readonly id: TripId;
  readonly key: string;
  /** The trip's departure before the change. */
  readonly departsAt: Instant;
  readonly status: TripStatus;
}

/**
 * The result of changing a trip. `cancelled`: the trip was ACTIVE before, and is CANCELLED now. `changed without its
 * road`: the trip keeps its stops and fares, although the catalogue has others; all other fields were changed. `kept`
 * and `sold`: see `changeTrips`.
 */
export type TripOutcome = 'changed' | 'changed without its road' | 'cancelled' | 'kept' | 'sold';

/**
 * Stores the cities, routes and trips of a catalogue. Finds existing rows by their natural keys; each key may occur
 * once in a call. Answers are in the order of the rows. A changed row keeps the rows that depend on it, such as a
 * trip's bookings.
 *
 * Call `changeTrips` and `dropStrandedHolds` last: passengers wait for the locked trips until the transaction ends.
 */
export interface Catalogue {
  /** Locks imports until the transaction ends, so that only one import runs at a time. Waits for a running import. */
  takeTurn(): Promise<void>;
  known(): Promise<KnownCatalogue>;

  /** Throws `cityTaken` if a name is an alias of another city. */
  saveCities(names: readonly string[]): Promise<readonly CityId[]>;
  saveRoutes(routes: readonly { readonly source: CityId; readonly destination: CityId }[]): Promise<readonly RouteId[]>;
  /**
   * Adds the missing trips and does not change existing trips. The answer says which existing trips differ from
   * `requestedTrip`.
   */
  addTrips(trips: readonly CatalogueTrip[]): Promise<readonly AddedTrip[]>;

  /**
   * Trips that the catalogue cancels or makes ACTIVE again, except those that the company has changed itself. Takes no
   * locks.
   */
  statusChanges(trips: readonly CatalogueTrip[]): Promise<readonly TripStatusChange[]>;
  /**
   * Changes existing trips as `requestedTrip` says. Locks the trips first, so that parallel bookings and changes by the
   * company come before or after.
   *
   * `kept`: the trip is not changed, because the company has changed it or its bus has left. A trip that should be
   * cancelled but has arrived by `now` is `kept`, too. Some trips must keep their stops and fares
   * (`PlannedTrips.fixed`). Such a trip is `kept` if nothing else differs, or if its stops would not fit the new times.
   *
   * `sold`: the trip is not changed, because its new bus lacks seats that are sold. The trip has bookings, would get
   * another bus, and departs after `now` by its old or its new time. A departed trip that would depart again, on a bus
   * without the sold seats, is `sold`, too. A trip that the catalogue cancels is never `sold`.
   */
  changeTrips(trips: readonly CatalogueTrip[], now: Instant): Promise<readonly TripOutcome[]>;
  /**
   * Deletes holds on seats that the trip's bus no longer has. The trip got another bus, or the bus lost its seat map.
   * Returns the numbers of these seats that are free on the trip's present bus at `now`, sorted.
   */
  dropStrandedHolds(
    now: Instant,
  ): Promise<readonly { readonly tripId: TripId; readonly seats: readonly SeatNumber[] }[]>;
}
