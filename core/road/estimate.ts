import { type Instant, hoursAfter, laterOf, minutesAfter, minutesBetween } from '../kernel/time.ts';
import { type Progress, estimatedArrival, expectedDelay, holdingAt } from './evidence.ts';
import type { Fix } from './match-point.ts';
import type { SaidDelay } from './said-delay.ts';
import { type TrackedTrip, arrivalOf, departureOf, firstBoardingOf, lastOf } from './tracked-trip.ts';

/** A stop that is ahead, with its estimated times. */
export interface ExpectedStop {
  readonly stop: number;
  readonly city: string;
  /** The arrival; null at the first stop. */
  readonly at: Instant | null;
  /** The departure; null at the last stop. */
  readonly departsAt: Instant | null;
  /** Minutes by which the estimate may be wrong. */
  readonly withinMinutes: number;
  readonly points: readonly { readonly name: string; readonly at: Instant }[];
}

/** Where a bus is, and when it comes to the stops ahead. */
export interface BusPosition {
  /** The moment of the point, else of the latest evidence; null without both. */
  readonly at: Instant | null;
  /** The newest point, if it is recent. */
  readonly fix: Fix | null;
  readonly nextStop: number | null;
  /** The share of the planned duration, 0 to 1. */
  readonly progress: number | null;
  readonly delayMinutes: number | null;
  readonly said: SaidDelay | null;
  readonly eta: readonly ExpectedStop[];
  readonly arrivedAt: Instant | null;
}

/** The answer about a bus of which nothing is known. */
export const UNKNOWN_POSITION: BusPosition = {
  at: null,
  fix: null,
  nextStop: null,
  progress: null,
  delayMinutes: null,
  said: null,
  eta: [],
  arrivedAt: null,
};

/** A point is shown for so many hours. */
const SHOWN_HOURS = 2;
/** A window opens so many minutes before the first boarding, and closes so many after the arrival. */
const WINDOW_MINUTES = 30;
/** A window closes so many hours after the estimated arrival, and after the planned one. */
const CLOSES_HOURS = { estimated: 3, planned: 24 } as const;

/** The moments of a trip in which points of its bus are taken, both inclusive. */
export interface Window {
  readonly opens: Instant;
  readonly closes: Instant;
}

/** The window of a trip by what is known at `now`. */
export function windowOf(trip: TrackedTrip, known: Progress, now: Instant): Window {
  const closings = [
    hoursAfter(estimatedArrival(trip, known, now), CLOSES_HOURS.estimated),
    hoursAfter(arrivalOf(trip), CLOSES_HOURS.planned),
    ...(known.arrivedAt === null ? [] : [minutesAfter(known.arrivedAt, WINDOW_MINUTES)]),
  ];
  return {
    opens: minutesAfter(firstBoardingOf(trip), -WINDOW_MINUTES),
    closes: Math.min(...closings) as Instant,
  };
}

/** The state of a bus at `now`. Undefined if nothing is known, or if the trip's window has closed. */
export function positionAt(trip: TrackedTrip, known: Progress, now: Instant): BusPosition | undefined {
  if (now > windowOf(trip, known, now).closes) return undefined;
  const { past, evidence, arrivedAt, newest } = known;
  const fix = newest && newest.at > hoursAfter(now, -SHOWN_HOURS) ? newest : null;
  const said = holdingAt(trip, known.said, now);
  const at = fix?.at ?? evidence?.at ?? null;
  if (at === null && !said) return undefined;
  const isKnown = evidence !== null || said !== null;
  const hasStopsAhead = isKnown && arrivedAt === null;
  return {
    at,
    fix,
    nextStop: hasStopsAhead ? past + 1 : null,
    progress: evidence && progressAt(trip, evidence.planned),
    delayMinutes: evidence && evidence.delayMinutes,
    said,
    eta: hasStopsAhead ? stopsAhead(trip, known, now) : [],
    arrivedAt,
  };
}

/** The share of a trip's planned duration at a planned moment, with 3 decimals. */
function progressAt(trip: TrackedTrip, planned: Instant): number {
  const departure = departureOf(trip);
  const share = (planned - departure) / (arrivalOf(trip) - departure);
  return Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000;
}

/** The estimated times of the stops that the bus is not past, also while nothing is known of a delay. */
export const stopsAhead = (trip: TrackedTrip, known: Progress, now: Instant): readonly ExpectedStop[] =>
  expectedStops(trip, { ...known, said: holdingAt(trip, known.said, now) }, now);

/** As `stopsAhead`, but not cut to `now`: nobody has to be late because word of the bus comes late. */
export const uncutStopsAhead = (trip: TrackedTrip, known: Progress, now: Instant): readonly ExpectedStop[] =>
  expectedStops(trip, { ...known, said: holdingAt(trip, known.said, now) }, 0 as Instant);

/**
 * The estimated times of the stops that the bus is not past. A late bus does not catch up, and an early one leaves no
 * stop before its time. `known.said` must hold at `now`.
 */
function expectedStops(trip: TrackedTrip, known: Progress, now: Instant): readonly ExpectedStop[] {
  const first = known.past + 1;
  let left = now;
  return trip.stops.slice(first).map((stop, index): ExpectedStop => {
    const number = first + index;
    const delay = expectedDelay(known, number, known.said);
    const arrives = number === 0 ? null : laterOf(minutesAfter(stop.arrivesAt, delay), left);
    const notBefore = (planned: Instant, earliest: Instant | null): Instant =>
      laterOf(minutesAfter(planned, Math.max(0, delay)), earliest ?? planned);
    // The bus has not left its first stop yet, so it leaves now or later.
    const departs = notBefore(stop.departsAt, arrives ?? now);
    left = departs;
    return {
      stop: number,
      city: stop.city,
      at: arrives,
      departsAt: number === lastOf(trip) ? null : departs,
      withinMinutes: withinMinutes(now, arrives ?? departs),
      points: stop.boardingPoints.map(({ name, at }) => ({ name, at: notBefore(at, arrives) })),
    };
  });
}

/** 5 minutes, and 15 % of the minutes until then, rounded up. */
const withinMinutes = (now: Instant, at: Instant): number =>
  Math.ceil((500 + 15 * Math.max(0, minutesBetween(now, at))) / 100);
