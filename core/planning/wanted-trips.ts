import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import { type Instant, type Span, minutesAfter } from '../kernel/time.ts';
import { type BusyTrip, overlaps, type PlannedTrip, type TripPlan } from '../trips/planned-trips.ts';
import { hasDeparted } from '../trips/trip.ts';
import { type Timetable, runsOn } from './timetable.ts';

/** A trip that a timetable plans for a day on which the stored trip is missing or different. */
export interface WantedTrip {
  readonly day: string;
  /** The trip that was made for the day, if there is one. */
  readonly present: PlannedTrip | undefined;
  /** The plan of the trip; null means no trip on that day. */
  readonly plan: TripPlan | null;
}

export interface Wishes {
  /** The trips to make, change or cancel, ordered by day. */
  readonly wanted: readonly WantedTrip[];
  /** The ids of trips that stay unchanged, whatever the timetable plans. */
  readonly leftAlone: readonly TripId[];
}

interface Given {
  readonly timetable: Timetable;
  /** The days to check, in order. */
  readonly days: readonly string[];
  /** The stored trips that the timetable made for these days. */
  readonly trips: readonly PlannedTrip[];
  /** Whether passengers have booked the trip. */
  readonly isBooked: (trip: PlannedTrip) => boolean;
  /** Whether the trip has other stops than the timetable, and must keep them. */
  readonly isFixed: (trip: PlannedTrip) => boolean;
  /** Whether the timetable has another opening of the sale than the trip, and the trip must keep its own. */
  readonly isOpeningFixed: (trip: PlannedTrip) => boolean;
  /** Whether trips that are on sale get the timetable's opening of the sale. Otherwise they keep their own. */
  readonly movesOpening: boolean;
  readonly calendar: Calendar;
  readonly now: Instant;
}

/**
 * Works out which trips a timetable has to make, change or cancel on some days. A trip stays unchanged if it has
 * departed, was changed by a person, is booked, or must keep other stops.
 */
export function requestedTrips({
  timetable,
  days,
  trips,
  isBooked,
  isFixed,
  isOpeningFixed,
  movesOpening,
  calendar,
  now,
}: Given): Wishes {
  const byDay = new Map(trips.map((trip) => [trip.timetable?.day, trip]));
  const wanted: WantedTrip[] = [];
  const leftAlone: TripId[] = [];
  for (const day of days) {
    const present = byDay.get(day);
    const planned = runsOn(timetable, day) ? planOf(timetable, day, calendar) : null;
    const keepsOpening = present?.status === 'ACTIVE' && !movesOpening;
    const plan = planned && keepsOpening ? { ...planned, saleOpensAt: present.saleOpensAt } : planned;
    const wouldHaveLeft = plan !== null && hasDeparted({ ...plan, departedAt: null }, now);
    if (!present || present.status === 'CANCELLED') {
      const mayChange = !present || (!present.changedInOffice && !isFixed(present));
      const mayGo = plan !== null && !wouldHaveLeft && mayChange;
      if (mayGo) wanted.push({ day, present, plan });
    } else if (!hasDeparted(present, now)) {
      const isKept =
        present.changedInOffice ||
        isBooked(present) ||
        wouldHaveLeft ||
        (plan !== null && (isFixed(present) || isOpeningFixed(present)));
      if (isKept) leftAlone.push(present.id);
      else if (plan === null || !isAsPlanned(present, plan)) wanted.push({ day, present, plan });
    }
  }
  return { wanted, leftAlone };
}

/** The opening that a timetable gives to its trip. A trip that departs before the moment is on sale at once. */
export const openingOn = ({ saleOpensAt }: Timetable, { departsAt }: Pick<TripPlan, 'departsAt'>): Instant | null =>
  saleOpensAt !== null && saleOpensAt < departsAt ? saleOpensAt : null;

function planOf(timetable: Timetable, day: string, calendar: Calendar): TripPlan {
  const departsAt = calendar.at(day, timetable.departs);
  if (departsAt === undefined) throw new RangeError(`${day} ${timetable.departs} is no time`);
  const { id, operatorId, sourceCityId, destinationCityId, busId, fare, stops, fares } = timetable;
  const { boardingPoints, droppingPoints } = timetable;
  return {
    operatorId,
    sourceCityId,
    destinationCityId,
    busId,
    fare,
    stops,
    fares,
    boardingPoints,
    droppingPoints,
    departsAt,
    arrivesAt: minutesAfter(departsAt, timetable.durationMinutes),
    saleOpensAt: openingOn(timetable, { departsAt }),
    timetable: { id, day },
  };
}

const isAsPlanned = (trip: PlannedTrip, plan: TripPlan): boolean =>
  (Object.keys(plan) as (keyof TripPlan)[]).every(
    (field) => JSON.stringify(trip[field]) === JSON.stringify(plan[field]),
  );

/** The span from the first departure to the last arrival of the planned trips. Undefined if none is planned. */
export function spanOf(wanted: readonly WantedTrip[]): Span | undefined {
  const plans = wanted.flatMap(({ plan }) => plan ?? []);
  const [first, ...others] = plans;
  if (!first) return undefined;
  return {
    start: Math.min(first.departsAt, ...others.map(({ departsAt }) => departsAt)) as Instant,
    end: Math.max(first.arrivesAt, ...others.map(({ arrivesAt }) => arrivesAt)) as Instant,
  };
}

/**
 * Wanted trips that clash with another trip of the same bus. The other trip is in `busy` and stays unchanged, or is an
 * earlier wanted trip. If a clash prevents the change of a stored trip, that trip keeps its times, and may clash with
 * others in turn.
 */
export function clashing(wanted: readonly WantedTrip[], busy: readonly BusyTrip[]): ReadonlySet<WantedTrip> {
  const moving = new Set(wanted.flatMap(({ present }) => present?.id ?? []));
  const staying: Pick<BusyTrip, 'departsAt' | 'arrivesAt'>[] = busy.filter(({ id }) => !moving.has(id));
  const clashes = new Set<WantedTrip>();
  for (;;) {
    const more = clashingWith(
      staying,
      wanted.filter((one) => !clashes.has(one)),
    );
    if (more.length === 0) return clashes;
    for (const one of more) {
      clashes.add(one);
      const { present, plan } = one;
      if (present?.status === 'ACTIVE' && present.busId === plan?.busId) staying.push(present);
    }
  }
}

function clashingWith(
  staying: readonly Pick<BusyTrip, 'departsAt' | 'arrivesAt'>[],
  wanted: readonly WantedTrip[],
): readonly WantedTrip[] {
  const taken = [...staying];
  return wanted.filter(({ plan }) => {
    if (plan === null) return false;
    const isElsewhere = taken.some((other) => overlaps(other, { start: plan.departsAt, end: plan.arrivesAt }));
    if (!isElsewhere) taken.push(plan);
    return isElsewhere;
  });
}
