import type { Coordinates } from '../kernel/coordinates.ts';
import { type Instant, earlierOf, laterOf } from '../kernel/time.ts';
import { metresBetween, nearestSpot } from './geometry.ts';
import { type Mark, type TrackedTrip, stopOf } from './tracked-trip.ts';

/** A point at which a bus was seen. */
export interface Fix extends Coordinates {
  readonly at: Instant;
  /** Metres; null if unknown. */
  readonly accuracy: number | null;
  /** Metres a second; null if unknown. */
  readonly speed: number | null;
}

/** The spot of the road at which a bus was seen. */
export interface Match {
  /** The moment at which the plan has the bus at this spot. */
  readonly planned: Instant;
  /** The distance from the spot to the last mark, along the lines between the marks, in metres. */
  readonly ahead: number;
}

/** A point farther from the road is not matched, in metres. */
const FARTHEST = 25_000;
/** The distance around a mark in which the bus stays there, in metres. */
const STAY = 1_000;

/**
 * Matches a point to the straight lines between the marks, from stop `past` onward: the last stop that the bus has
 * left, -1 before it leaves. Null if the point is too far from the road, or if there are fewer than two marks.
 */
export function matchPoint(trip: TrackedTrip, past: number, fix: Fix): Match | null {
  if (trip.marks.length < 2) return null;
  const marks = trip.marks.slice(firstMarkOf(trip, past));
  const lengths = marks.map((mark, index) => metresBetween(mark.coordinates, (marks[index + 1] ?? mark).coordinates));
  const spots = marks.map((mark, index) => nearestSpot(fix, mark.coordinates, (marks[index + 1] ?? mark).coordinates));
  const nearest = leastOf(spots.map(({ metres }) => metres));
  const [mark, spot] = [marks[nearest], spots[nearest]];
  if (!mark || !spot || spot.metres > FARTHEST) return null;
  const ahead = lengths.slice(nearest).reduce((sum, length) => sum + length, 0) - spot.share * (lengths[nearest] ?? 0);
  const next = marks[nearest + 1] ?? mark;
  const between = Math.round(mark.until + spot.share * (next.from - mark.until)) as Instant;
  return { planned: stayAt(trip, marks, fix) ?? between, ahead };
}

/** The mark from which a bus that has left stop `past` is looked for: the last one up to the stop's departure. */
const firstMarkOf = (trip: TrackedTrip, past: number): number =>
  past < 0
    ? 0
    : Math.max(
        0,
        trip.marks.findLastIndex(({ from }) => from <= stopOf(trip, past).departsAt),
      );

/** The planned moment of a point near a mark: the moment of the stay there that is nearest to the point's own. */
function stayAt(trip: TrackedTrip, marks: readonly Mark[], fix: Fix): Instant | undefined {
  const distances = marks.map(({ coordinates }) => metresBetween(fix, coordinates));
  const nearest = leastOf(distances);
  const mark = marks[nearest];
  if (!mark || (distances[nearest] ?? Infinity) > STAY) return undefined;
  if (mark === trip.marks.at(-1)) return mark.until;
  // A bus may wait at its first mark for any time.
  if (mark === trip.marks[0]) return earlierOf(fix.at, mark.until);
  return laterOf(mark.from, earlierOf(fix.at, mark.until));
}

/** The index of the least number; of equal ones the first. */
const leastOf = (numbers: readonly number[]): number => numbers.indexOf(Math.min(...numbers));

/** The distance of a point from the last mark of a trip, in metres. Infinite without marks. */
export function metresToEnd({ marks }: TrackedTrip, fix: Coordinates): number {
  const last = marks.at(-1);
  return last ? metresBetween(fix, last.coordinates) : Infinity;
}
