import type { BusId, CityId, OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Road } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';

export interface CatalogueTrip extends Road {
  /** The key of the schedule that the file gives it. */
  readonly key: string;
  readonly routeId: RouteId;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

/**
 * The trip that a catalogue makes of an existing trip. A trip that it cancels keeps bus, company and times, because
 * passengers and refunds refer to them. Only a catalogue that says ACTIVE changes them.
 */
export const requestedTrip = (trip: CatalogueTrip, present: CatalogueTrip): CatalogueTrip =>
  trip.status === 'CANCELLED' ? { ...present, status: trip.status } : trip;

export type RouteId = number & { readonly keyOf: 'route' };

/** Rows of the database by natural key. */
export interface KnownCatalogue {
  /** The ids of cities, keyed by `cityKey`. */
  readonly cities: ReadonlyMap<string, CityId>;
  /** The ids of companies, keyed by the e-mail address of an OWNER. */
  readonly operators: ReadonlyMap<string, OperatorId>;
  /** The ids of routes, keyed by `routeKey`. */
  readonly routes: ReadonlyMap<string, RouteId>;
}

/** A trip of a catalogue. `differs`: the trip existed before and differs from the catalogue. */
export interface AddedTrip {
  readonly id: TripId;
  readonly differs: boolean;
}

/** A trip that a catalogue cancels or revives. */
export interface TripStatusChange {
  readonly id: TripId;
  readonly key: string;
  /** The trip's departure before the change. */
  readonly departsAt: Instant;
  readonly status: TripStatus;
}

/**
 * The result of changing a trip. `cancelled`: the trip was ACTIVE before, and is CANCELLED now. `changed without its
 * road`: its stops and fares differ from the catalogue and stay, the rest has changed.
 */
export type TripOutcome = 'changed' | 'changed without its road' | 'cancelled' | 'kept' | 'sold';

/**
 * Stores the cities, routes and trips of a catalogue. Rows are found by their natural keys, and each key occurs once in
 * a call. Answers are in the order of the rows. Dependents of a row, such as a trip's bookings, stay.
 *
 * Call `changeTrips` and `dropStrandedHolds` last: passengers wait for the locked trips until the transaction ends.
 */
export interface Catalogue {
  /** Lets one import run at a time: waits for the running one, and holds the turn until the transaction ends. */
  takeTurn(): Promise<void>;
  known(): Promise<KnownCatalogue>;

  saveCities(names: readonly string[]): Promise<readonly CityId[]>;
  saveRoutes(routes: readonly { readonly source: CityId; readonly destination: CityId }[]): Promise<readonly RouteId[]>;
  /**
   * Adds the missing trips and leaves the others alone. The answer says which of the others differ (`requestedTrip`).
   */
  addTrips(trips: readonly CatalogueTrip[]): Promise<readonly AddedTrip[]>;

  /** Trips that the catalogue cancels or revives, except those that the office has changed. Takes no locks. */
  statusChanges(trips: readonly CatalogueTrip[]): Promise<readonly TripStatusChange[]>;
  /**
   * Brings existing trips up to date, as `requestedTrip` says. Locks the trips first, so that parallel bookings and
   * office changes come before or after.
   *
   * `kept`: the trip stays as it is. The office has changed it, or its bus has left. A trip that arrived by `now` can
   * no longer be cancelled and is `kept`, too. A trip whose stops and fares must stay (`PlannedTrips.fixed`) is `kept`
   * if nothing else differs, or if its stops would not fit the rest.
   *
   * `sold`: the trip stays as it is, because its new bus lacks sold seats. The trip is booked, would change its bus,
   * and leaves after `now` by its old or new departure. A departed trip that would leave again, on a bus without the
   * sold seats or places, is `sold`, too. A trip that the catalogue cancels is never `sold`.
   */
  changeTrips(trips: readonly CatalogueTrip[], now: Instant): Promise<readonly TripOutcome[]>;
  /**
   * Deletes the holds on seats that the trip's bus lacks, because the bus was exchanged or lost its map. Returns the
   * seat numbers, sorted, that were held and are free on the present bus at `now`.
   */
  dropStrandedHolds(
    now: Instant,
  ): Promise<readonly { readonly tripId: TripId; readonly seats: readonly SeatNumber[] }[]>;
}
