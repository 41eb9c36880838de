import type { Fault } from '../kernel/refusal.ts';
import type { JsonValue } from '../kernel/json.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';

/** A place where passengers get on or off. */
export interface Point {
  readonly name: string;
  /** Minutes after departure; negative before departure. */
  readonly minutes: number;
  /** The number of its stop. Absent at the ends: a boarding point is then at stop 0, a dropping point at the last. */
  readonly stop?: number;
}

/** The moment at which the bus is at a point. */
export const pointAt = ({ minutes }: Point, departsAt: Instant): Instant => minutesAfter(departsAt, minutes);

/** Where a passenger gets on or off, and when. `at` is null for a point that the trip does not have. */
export interface PlaceInTime {
  readonly name: string;
  readonly at: Instant | null;
}

/** The chosen point with the bus's time there; without a choice, the city at the end of the ride. */
export function placeInTime(
  chosen: string,
  points: readonly Point[],
  departsAt: Instant,
  city: PlaceInTime,
): PlaceInTime {
  if (chosen === '') return city;
  const point = points.find(({ name }) => name === chosen);
  return { name: chosen, at: point ? pointAt(point, departsAt) : null };
}

/** A point as the activity log stores it. */
export const loggedPoint = ({ name, minutes }: Point): JsonValue => ({ name, minutes });

/** The limit of boarding points, and of dropping points, of one trip. */
export const MOST_POINTS = 30;

/** The earliest minute of a point. Passengers may be picked up before departure, but get off on the way only. */
export const EARLIEST = { boarding: -120, dropping: 0 } as const;

export interface Points {
  readonly boardingPoints: readonly Point[];
  readonly droppingPoints: readonly Point[];
}

/** Faults in a trip's points, by the API's names. `durationMinutes` is the trip's duration. */
export const pointFaults = ({ boardingPoints, droppingPoints }: Points, durationMinutes: number): readonly Fault[] => [
  ...faultsIn('boarding_points', boardingPoints, EARLIEST.boarding, durationMinutes),
  ...faultsIn('dropping_points', droppingPoints, EARLIEST.dropping, durationMinutes),
];

const faultsIn = (list: string, points: readonly Point[], least: number, most: number): readonly Fault[] =>
  points.flatMap(({ minutes }, index) => {
    const message = faultOf(minutes, least, most, points[index - 1]?.minutes);
    return message === undefined ? [] : [{ field: `${list}[${index}].minutes`, message }];
  });

function faultOf(minutes: number, least: number, most: number, before = least): string | undefined {
  if (minutes < least) return `must be at least ${least}`;
  if (minutes > most) return `must be at most ${most}, when the bus arrives`;
  return minutes < before ? 'must not be less than those of the point before' : undefined;
}

/** The points of a trip with a new duration. Points after the arrival move to the arrival. */
export const cutTo = (points: readonly Point[], durationMinutes: number): readonly Point[] =>
  points.map(({ name, minutes }) => ({ name, minutes: Math.min(minutes, Math.floor(durationMinutes)) }));
