import type { OperatorId, TimetableId, TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { City } from '../trips/city.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import type { Timetable } from './timetable.ts';

/** Timetables, inside a transaction. */
export interface TimetableRepo {
  add(timetable: Omit<Timetable, 'id'>): Promise<TimetableId>;
  /**
   * Locks a timetable until the transaction ends, so that no trip is made twice. Call this after locking the company
   * and before locking any bus.
   */
  lock(id: TimetableId): Promise<Timetable | undefined>;
  /** Saves a locked timetable, except its company, which never changes. */
  save(timetable: Timetable): Promise<void>;
  /** Trips that the timetable made for days from `day` on, in any status, ordered by day. */
  trips(id: TimetableId, day: string): Promise<readonly PlannedTrip[]>;
  /**
   * Locks trips, so that nobody can add holds, sales, refunds or blocks until the transaction ends. Waits for
   * transactions that record a payment made in time. Returns the trips, ordered by id.
   */
  lockTrips(ids: readonly TripId[], now: Instant): Promise<readonly PlannedTrip[]>;
}

/** A timetable with the names of its cities and bus. */
export interface ShownTimetable extends Timetable {
  readonly source: City;
  readonly destination: City;
  /** The cities of all stops in the order of the journey, including origin and destination. */
  readonly stopCities: readonly City[];
  readonly bus: { readonly name: string; readonly registrationNo: string };
}

export interface TimetableViews {
  find(id: TimetableId): Promise<ShownTimetable | undefined>;
  /** Timetables of a company, newest first. The page cursor is the timetable's id. */
  list(operator: OperatorId, page: Page): Promise<Listing<ShownTimetable>>;
  /** Timetables that have trips to make on `today`, the longest overdue first. */
  due(today: string, limit: number): Promise<readonly TimetableId[]>;
}
