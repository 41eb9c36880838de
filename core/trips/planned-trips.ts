import type { BusId, CityId, OperatorId, TimetableId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Point } from './points.ts';
import type { TripStatus } from './trip.ts';

/** A trip as its company plans it. */
export interface TripPlan {
  readonly operatorId: OperatorId;
  readonly sourceCityId: CityId;
  readonly destinationCityId: CityId;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The timetable that made it, and for which local day, `YYYY-MM-DD`. */
  readonly timetable: { readonly id: TimetableId; readonly day: string } | null;
  /** Both ascending by minutes. */
  readonly boardingPoints: readonly Point[];
  readonly droppingPoints: readonly Point[];
}

/** How the keys of single trips begin. */
export const ONCE = 'office:';

/** How the keys of a timetable's trips begin. */
export const REPEATED = 'timetable:';

/** Whether a key is, or may become, that of a trip that was planned here. No catalogue may use such a key. */
export const isPlannedHere = (key: string): boolean => key.startsWith(ONCE) || key.startsWith(REPEATED);

export interface NewTrip extends TripPlan {
  /** Unique among all trips. */
  readonly key: string;
}

export interface PlannedTrip extends TripPlan {
  readonly id: TripId;
  readonly key: string;
  readonly status: TripStatus;
  /** When its bus really left; null until somebody says so. */
  readonly departedAt: Instant | null;
  /** Whether a person changed, cancelled, retimed or swapped it: timetables and imports leave it alone from then on. */
  readonly changedInOffice: boolean;
}

/** A trip that keeps a bus from being elsewhere. */
export interface BusyTrip {
  readonly id: TripId;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
}

/**
 * Trips as companies plan them, inside a transaction. Whoever adds a trip, or changes its bus or times, has locked its
 * bus before (BusRepo.lock): what `busy` answers stays true that way. A trip that was added, or got another bus or
 * departure, is closed to sale until `gateTrips` has looked at its bus.
 */
export interface PlannedTrips {
  find(id: TripId): Promise<PlannedTrip | undefined>;
  /** The same, and nobody else holds, sells, takes back or blocks its seats or places until the transaction ends. */
  lock(id: TripId): Promise<PlannedTrip | undefined>;
  /** Adds trips, all of them ACTIVE; answers their keys in their order. */
  add(trips: readonly NewTrip[]): Promise<readonly TripId[]>;
  /** Writes locked trips as they are given; their company, timetable and key stay. */
  save(trips: readonly PlannedTrip[]): Promise<void>;
  /**
   * The ACTIVE trips of a bus that overlap a span of time, by departure; half open: one that arrives at its start, or
   * departs at its end, does not.
   */
  busy(bus: BusId, during: Span): Promise<readonly BusyTrip[]>;
}
