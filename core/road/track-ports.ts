import type { PositionMode } from '../companies/company.ts';
import type { Coordinates } from '../kernel/coordinates.ts';
import type { CityId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { PlacesByName } from '../trips/places.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import type { Fix } from './match-point.ts';
import type { SaidDelay } from './said-delay.ts';

/** The latest word about a delay of a trip: a delay, or that there is none any more. */
export type SaidWord = SaidDelay | { readonly at: Instant; readonly minutes: null };

/** A trip with all that is kept of its position, except the points. */
export interface TripOnRoad {
  readonly trip: PlannedTrip;
  readonly mode: PositionMode;
  /** Another number after each change of the trip's points. */
  readonly revision: number;
  readonly said: SaidWord | null;
  /** The greatest of LATE_MINUTES that the trip has reached; 0 before the first. */
  readonly lateReached: number;
}

export interface CitySpot {
  readonly id: CityId;
  readonly name: string;
  readonly coordinates: Coordinates | null;
}

/** The cities of a trip's stops, and the places of its points. */
export interface Spots {
  readonly cities: readonly CitySpot[];
  /** The places of a city by their names: the company's own, else the shared ones. */
  readonly placesIn: (city: CityId) => PlacesByName;
}

/** Reads what is known of buses on the road. */
export interface TrackViews {
  find(id: TripId): Promise<TripOnRoad | undefined>;
  /** These cities, with the places in them that have one of the names. `names` are in the form of `pointKey`. */
  spots(of: OperatorId, cities: readonly CityId[], names: readonly string[]): Promise<Spots>;
  /** All points of a trip, in the order of their moments. */
  points(id: TripId): Promise<readonly Fix[]>;
}

/** Positions of buses, inside a transaction. */
export interface TrackStore extends TrackViews {
  /** Locks what is said of a trip and the threshold that it has reached, until the transaction ends. */
  lock(id: TripId): Promise<void>;
  /** Adds points of a trip. A point of a moment that the trip has already is left out. */
  add(id: TripId, points: readonly Fix[]): Promise<void>;
  /** Deletes a trip's points of before a moment. Readers learn of it by the points that are added with it. */
  forgetBefore(id: TripId, before: Instant): Promise<void>;
  /** Replaces the word about the delay of a locked trip. */
  say(id: TripId, word: SaidWord): Promise<void>;
  /** Deletes all points of a company's trips. */
  forget(operatorId: OperatorId): Promise<void>;
  /** Deletes at most `limit` points of before a moment. Returns the number of deleted points. */
  prune(before: Instant, limit: number): Promise<number>;
}
