import type { BusId, CityId, OperatorId, TimetableId, TripId } from '../kernel/ids.ts';
import type { Calendar } from '../kernel/calendar.ts';
import { farAheadFaults } from '../kernel/far-days.ts';
import type { Paisa } from '../kernel/money.ts';
import { type Instant, minutesBetween, type Span } from '../kernel/time.ts';
import type { Point } from './points.ts';
import type { Ends, Road, Times } from './sections.ts';
import type { SaleOpening } from './sale-opening.ts';
import type { Taps } from './taps.ts';
import type { CrewMember } from './crew.ts';
import type { TripStatus } from './trip.ts';
import { busElsewhere } from './refusals.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { City } from './city.ts';

/** A trip as its company plans it. */
export interface TripPlan extends Road, SaleOpening {
  readonly operatorId: OperatorId;
  readonly sourceCityId: CityId;
  readonly destinationCityId: CityId;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  /** The timetable that made the trip, and the day of the trip, `YYYY-MM-DD`. Null for a single trip. */
  readonly timetable: { readonly id: TimetableId; readonly day: string } | null;
  /** The boarding points, ordered by minutes. The dropping points are ordered in the same way. */
  readonly boardingPoints: readonly Point[];
  readonly droppingPoints: readonly Point[];
}

/** The prefix of the keys of single trips. */
export const ONCE = 'office:';

/** The prefix of the keys of a timetable's trips. */
export const REPEATED = 'timetable:';

/** Whether a trip planned in the portal has, or may get, this key. Catalogues must not use such keys. */
export const isPlannedHere = (key: string): boolean => key.startsWith(ONCE) || key.startsWith(REPEATED);

export interface NewTrip extends TripPlan {
  /** The trip's key, unique among all trips. */
  readonly key: string;
}

export interface PlannedTrip extends TripPlan {
  readonly id: TripId;
  readonly key: string;
  readonly status: TripStatus;
  /**
   * The reported moment of departure; null until it is reported. Timetables and imports do not change a departed trip.
   */
  readonly departedAt: Instant | null;
  readonly taps: Taps;
  /** The crew on board; empty until somebody names them. Saving a trip does not change its crew. */
  readonly crew: readonly CrewMember[];
  /** Whether somebody in the office changed the trip. Timetables and imports do not change such a trip. */
  readonly changedInOffice: boolean;
}

/** A trip that occupies its bus from departure to arrival. */
export interface BusyTrip {
  readonly id: TripId;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
}

/**
 * Trips as companies plan them, inside a transaction. To add a trip, or to change its bus or times, lock its bus first
 * (BusRepo.lock). Otherwise the result of `busy` may be out of date. A new trip, or one with another bus or departure,
 * is not on sale until `gateTrips` has checked its bus.
 */
export interface PlannedTrips {
  find(id: TripId): Promise<PlannedTrip | undefined>;
  /**
   * Like `find`, but locks the trip: nobody else can hold, sell, return or block its seats until the transaction ends.
   */
  lock(id: TripId): Promise<PlannedTrip | undefined>;
  /** Adds ACTIVE trips. Returns their ids in the same order. */
  add(trips: readonly NewTrip[]): Promise<readonly TripId[]>;
  /**
   * Saves locked trips. Company, timetable and key are not changed. When the stops change, a block of the whole trip
   * still covers the whole trip.
   */
  save(trips: readonly PlannedTrip[]): Promise<void>;
  /**
   * Returns those of the given locked trips whose stops can no longer change. Any booking ever made fixes the stops. A
   * hold at `now` fixes them, too, and so does a block of only a part of the trip.
   */
  fixed(trips: readonly Pick<PlannedTrip, 'id' | 'stops'>[], now: Instant): Promise<ReadonlySet<TripId>>;
  /**
   * ACTIVE trips of a bus that overlap a span, ordered by departure. A trip that arrives at the span's start, or
   * departs at its end, does not overlap.
   */
  busy(bus: BusId, during: Span): Promise<readonly BusyTrip[]>;
  /**
   * CANCELLED trips with active bookings and an id above `after`, ordered by id. A trip that was found without active
   * bookings is skipped until the trip changes.
   */
  cancelledButBooked(after: TripId, limit: number): Promise<readonly TripId[]>;
}

/** Whether a trip overlaps a span. A trip may begin at the moment at which another ends. */
export const overlaps = (
  { departsAt, arrivesAt }: Pick<BusyTrip, 'departsAt' | 'arrivesAt'>,
  { start, end }: Span,
): boolean => departsAt < end && start < arrivesAt;

/**
 * Refuses a trip that clashes with another trip of the same bus. The bus must be locked: otherwise two new trips could
 * both find the bus free.
 *
 * @throws Refusal BUS_ELSEWHERE, which names the first clashing trip
 */
export async function refuseElsewhere(
  trips: Pick<PlannedTrips, 'busy'>,
  bus: BusId,
  during: Span,
  except?: TripId,
): Promise<void> {
  const [other] = (await trips.busy(bus, during)).filter(({ id }) => id !== except);
  if (other) throw busElsewhere(other);
}

const FIELDS = { sourceCityId: 'source_city_id', destinationCityId: 'destination_city_id' } as const;

/**
 * Faults in a trip's cities, by the API's field names: an unknown city, or the same city twice. A change may give only
 * one of the two cities. Then only the `given` city can have a fault.
 */
export function endFaults(cities: readonly City[], ends: Ends, given: Partial<Ends> = ends): readonly Fault[] {
  const named = (['sourceCityId', 'destinationCityId'] as const).filter((end) => given[end] !== undefined);
  if (named.length === 0) return [];
  const known = new Set(cities.map(({ id }) => id));
  const unknown = named.filter((end) => !known.has(ends[end]));
  if (unknown.length > 0) return unknown.map((end) => ({ field: FIELDS[end], message: 'must be the id of a city' }));
  if (ends.sourceCityId !== ends.destinationCityId) return [];
  return given.destinationCityId === undefined
    ? [{ field: FIELDS.sourceCityId, message: 'must differ from destination_city_id' }]
    : [{ field: FIELDS.destinationCityId, message: 'must differ from source_city_id' }];
}

/** The longest duration of a trip: three days, in minutes. */
const LONGEST_MINUTES = 3 * 24 * 60;

/** The number of years for which trips are planned ahead. */
export const MOST_YEARS_AHEAD = 2;

/** Faults of a departure that is too far ahead. */
export const farDepartureFaults = (
  field: string,
  departsAt: Instant,
  now: Instant,
  calendar: Calendar,
): readonly Fault[] =>
  farAheadFaults(field, calendar.date(departsAt), { today: calendar.date(now), years: MOST_YEARS_AHEAD });

/** Faults in a trip's planned times, by the API's field names. */
export function timeFaults({ departsAt, arrivesAt }: Times, now: Instant, calendar: Calendar): readonly Fault[] {
  const fault = arrivalFault(minutesBetween(departsAt, arrivesAt));
  return [
    ...(departsAt <= now ? [{ field: 'departure_time', message: 'must be in the future' }] : []),
    ...farDepartureFaults('departure_time', departsAt, now, calendar),
    ...(fault === undefined ? [] : [{ field: 'arrival_time', message: fault }]),
  ];
}

function arrivalFault(minutes: number): string | undefined {
  if (minutes <= 0) return 'must be after departure_time';
  return minutes > LONGEST_MINUTES ? 'must be at most three days after departure_time' : undefined;
}
