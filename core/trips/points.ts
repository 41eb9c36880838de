import type { Fault } from '../kernel/refusal.ts';
import type { Told } from '../kernel/told.ts';
import type { Instant } from '../kernel/time.ts';
import { minutesAfter } from '../kernel/time.ts';

/** Where passengers of a trip get on or off. */
export interface Point {
  readonly name: string;
  /** Minutes after the departure; before it, a negative number. */
  readonly minutes: number;
}

/** The moment at which the bus is at a point. */
export const pointAt = ({ minutes }: Point, departsAt: Instant): Instant => minutesAfter(departsAt, minutes);

/** For the activity log. */
export const toldPoint = ({ name, minutes }: Point): Told => ({ name, minutes });

/** How many points a trip may have of a kind. */
export const MOST_POINTS = 30;

/** The earliest minute of a point: passengers may be picked up before the bus departs, but get off on the way. */
export const EARLIEST = { boarding: -120, dropping: 0 } as const;

export interface Points {
  readonly boardingPoints: readonly Point[];
  readonly droppingPoints: readonly Point[];
}

/** What is wrong with the points of a trip of so many minutes, by the names of the API. */
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

/** The points of a trip that has another duration now: none is later than the arrival. */
export const cutTo = (points: readonly Point[], durationMinutes: number): readonly Point[] =>
  points.map(({ name, minutes }) => ({ name, minutes: Math.min(minutes, Math.floor(durationMinutes)) }));
