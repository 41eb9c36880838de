import type { Fault } from '../kernel/refusal.ts';
import { folded } from '../kernel/folding.ts';
import type { JsonValue } from '../kernel/json.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import type { PlaceDetails, PlacesByName } from './places.ts';
import { type Road, type Section, lastStop } from './sections.ts';

/** A place where passengers get on or off. */
export interface Point {
  readonly name: string;
  /** Minutes from the trip's departure to the point; negative before the departure. */
  readonly minutes: number;
  /**
   * The number of the stop at which the point lies. Undefined stands for the trip's first stop (0) on a boarding point,
   * and for its last stop on a dropping point.
   */
  readonly stop?: number;
}

/** The form in which names of boarding and dropping points are compared. */
export const pointKey = folded;

/** The moment at which the bus is at a point. */
export const pointAt = ({ minutes }: Point, departsAt: Instant): Instant => minutesAfter(departsAt, minutes);

/** A place where a passenger gets on or off, with its time. `at` is null if the trip does not have this point. */
export interface PlaceInTime {
  readonly name: string;
  readonly at: Instant | null;
}

/** The point at which a passenger gets on, with the place of its name; null if there is no such place. */
export interface PlacedInTime extends PlaceInTime {
  readonly place: PlaceDetails | null;
}

/** The stop at which a passenger gets on or off, with its city's name and its time. */
interface Place extends PlaceInTime {
  readonly stop: number;
  /** The departure of the whole trip. The minutes of points count from this moment. */
  readonly tripDepartsAt: Instant;
}

/**
 * Returns the chosen point, and the time at which the bus is there. If the passenger chose no point, returns the stop's
 * city and time. Points of two stops may share a name, so a point is found by name and stop.
 */
export function placeInTime(
  chosen: string,
  points: readonly Point[],
  { name, at, stop, tripDepartsAt }: Place,
): PlaceInTime {
  const key = pointKey(chosen);
  const point = pointNamed(chosen, points, stop);
  if (point) return { name: chosen, at: pointAt(point, tripDepartsAt) };
  return key === '' || key === pointKey(name) ? { name: chosen || name, at } : { name: chosen, at: null };
}

/** Finds the point of a name at a stop. */
function pointNamed(name: string, points: readonly Point[], stop: number): Point | undefined {
  const key = pointKey(name);
  const same = points.filter((one) => pointKey(one.name) === key);
  return same.find((one) => one.stop === stop) ?? same.find((one) => one.stop === undefined);
}

/**
 * The place of the chosen point. Null without a choice, and for a stop without points, which goes by the name of its
 * city.
 */
export function placeOfChosen(
  chosen: string,
  points: readonly Point[],
  { name: city, stop }: Pick<Place, 'name' | 'stop'>,
  places: PlacesByName,
): PlaceDetails | null {
  const key = pointKey(chosen);
  if (key === '' || (key === pointKey(city) && !pointNamed(chosen, points, stop))) return null;
  return places.get(key) ?? null;
}

/** A point as the activity log stores it. */
export const loggedPoint = ({ name, minutes, stop }: Point): JsonValue =>
  stop === undefined ? { name, minutes } : { name, minutes, stop };

/** The highest number of boarding points of a trip, and of dropping points. */
export const MOST_POINTS = 30;

/** The earliest minute of a boarding point and of a dropping point, counted from the trip's departure. */
export const EARLIEST = { boarding: -120, dropping: 0 } as const;

export interface Points {
  readonly boardingPoints: readonly Point[];
  readonly droppingPoints: readonly Point[];
}

type Stops = Pick<Road, 'stops'>;

/** The stop of a boarding point: the origin, unless the point names another stop. */
export const boardingStop = ({ stop = 0 }: Point): number => stop;

/** The stop of a dropping point: the destination, unless the point names another stop. */
export const droppingStop = ({ stop }: Point, road: Stops): number => stop ?? lastStop(road);

/**
 * Returns the points as the database stores them. A boarding point at the first stop and a dropping point at the last
 * stop are stored without a stop number.
 */
export const placedPoints = ({ boardingPoints, droppingPoints }: Points, road: Stops): Points => ({
  boardingPoints: boardingPoints.map((point) => placed(point, 0)),
  droppingPoints: droppingPoints.map((point) => placed(point, lastStop(road))),
});

const placed = ({ name, minutes, stop }: Point, end: number): Point =>
  stop === undefined || stop === end ? { name, minutes } : { name, minutes, stop };

/**
 * Returns the boarding points at a section's first stop, and the dropping points at its last stop. A stop on the way
 * that has no points gets one point, named after its city.
 */
export function pointsOfSection(
  trip: Points & Stops,
  { from, to }: Section,
  cityNameOf: (stop: number) => string,
): Points {
  const boardingPoints = trip.boardingPoints.filter((point) => boardingStop(point) === from);
  const droppingPoints = trip.droppingPoints.filter((point) => droppingStop(point, trip) === to);
  const [start, end] = [trip.stops[from - 1], trip.stops[to - 1]];
  return {
    boardingPoints:
      start && boardingPoints.length === 0 ? [{ name: cityNameOf(from), minutes: start.departs }] : boardingPoints,
    droppingPoints:
      end && droppingPoints.length === 0 ? [{ name: cityNameOf(to), minutes: end.arrives }] : droppingPoints,
  };
}

/**
 * Finds invalid minutes of a trip's points. Each fault names the API's field. `durationMinutes` is the trip's duration.
 * The points of one stop must be ordered by minutes.
 */
export const pointFaults = (points: Points, durationMinutes: number): readonly Fault[] => [
  ...minuteFaults('boarding_points', points.boardingPoints, EARLIEST.boarding, durationMinutes),
  ...minuteFaults('dropping_points', points.droppingPoints, EARLIEST.dropping, durationMinutes),
];

/** Finds points at invalid stops. Nobody can get on at the trip's last stop, or get off at its first stop. */
export const pointStopFaults = ({ boardingPoints, droppingPoints }: Points, road: Stops): readonly Fault[] => [
  ...stopFaultsIn('boarding_points', boardingPoints, 0, lastStop(road) - 1),
  ...stopFaultsIn('dropping_points', droppingPoints, 1, lastStop(road)),
];

const stopFaultsIn = (list: string, points: readonly Point[], first: number, last: number): readonly Fault[] =>
  points.flatMap(({ stop = first }, index) =>
    stop < first || stop > last
      ? [{ field: `${list}[${index}].stop`, message: `must be the number of a stop, from ${first} to ${last}` }]
      : [],
  );

const minuteFaults = (list: string, points: readonly Point[], least: number, most: number): readonly Fault[] =>
  points.flatMap(({ minutes, stop }, index) => {
    const before = points.slice(0, index).findLast((other) => other.stop === stop);
    const message = faultOf(minutes, least, most, before?.minutes);
    return message === undefined ? [] : [{ field: `${list}[${index}].minutes`, message }];
  });

function faultOf(minutes: number, least: number, most: number, before = least): string | undefined {
  if (minutes < least) return `must be at least ${least}`;
  if (minutes > most) return `must be at most ${most}, when the bus arrives`;
  return minutes < before ? 'must not be less than those of the point before' : undefined;
}

/** Adapts points to a trip's new duration: points later than the new arrival get the minute of the arrival. */
export const cutTo = (points: readonly Point[], durationMinutes: number): readonly Point[] =>
  points.map((point) => ({ ...point, minutes: Math.min(point.minutes, Math.floor(durationMinutes)) }));
