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
   * Locks a timetable until the transaction ends, so that its trips are made once. Locked after its company and before
   * any bus.
   */
  lock(id: TimetableId): Promise<Timetable | undefined>;
  /** Writes a locked timetable as it is given; its company stays. */
  save(timetable: Timetable): Promise<void>;
  /** The trips that were made for days from `day` on, of any status, by their days. */
  trips(id: TimetableId, day: string): Promise<readonly PlannedTrip[]>;
  /**
   * Locks trips against holds, sales, refunds and blocks until the transaction ends. Waits for transactions that record
   * a payment made in time. Ordered by id.
   */
  lockTrips(ids: readonly TripId[], now: Instant): Promise<readonly PlannedTrip[]>;
}

/** A timetable with the names of its cities and bus. */
export interface ShownTimetable extends Timetable {
  readonly source: City;
  readonly destination: City;
  readonly bus: { readonly name: string; readonly registrationNo: string };
}

export interface TimetableViews {
  find(id: TimetableId): Promise<ShownTimetable | undefined>;
  /** Timetables of a company, newest first. A position is the id of a timetable. */
  list(operator: OperatorId, page: Page): Promise<Listing<ShownTimetable>>;
  /** Timetables that are due by `today`, the longest overdue first. */
  due(today: string, limit: number): Promise<readonly TimetableId[]>;
}
