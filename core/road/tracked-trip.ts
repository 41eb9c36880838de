import type { Coordinates } from '../kernel/coordinates.ts';
import { type Instant, earlierOf, laterOf } from '../kernel/time.ts';

/** A stop of a trip with its planned times. The first stop has its departure twice, the last stop its arrival. */
export interface TrackedStop {
  readonly city: string;
  readonly arrivesAt: Instant;
  readonly departsAt: Instant;
  readonly boardingPoints: readonly { readonly name: string; readonly at: Instant }[];
}

/** A spot of known coordinates on the road of a trip, with the planned moments between which the bus stays there. */
export interface Mark {
  readonly coordinates: Coordinates;
  readonly from: Instant;
  readonly until: Instant;
}

/** The plan of a trip, by which its positions and delays are measured. */
export interface TrackedTrip {
  /** All stops in order, from the first stop to the last. */
  readonly stops: readonly TrackedStop[];
  /** The marks in the order in which the bus comes to them. */
  readonly marks: readonly Mark[];
}

/** The number of the last stop of a trip. */
export const lastOf = ({ stops }: Pick<TrackedTrip, 'stops'>): number => stops.length - 1;

/** @throws RangeError if the trip has no such stop */
export function stopOf({ stops }: Pick<TrackedTrip, 'stops'>, stop: number): TrackedStop {
  const found = stops[stop];
  if (!found) throw new RangeError(`A trip of ${stops.length} stops has no stop ${stop}.`);
  return found;
}

export const departureOf = (trip: Pick<TrackedTrip, 'stops'>): Instant => stopOf(trip, 0).departsAt;
export const arrivalOf = (trip: Pick<TrackedTrip, 'stops'>): Instant => stopOf(trip, lastOf(trip)).arrivesAt;

/** The first moment at which passengers may get on: at a boarding point, or at the departure. */
export const firstBoardingOf = (trip: Pick<TrackedTrip, 'stops'>): Instant =>
  stopOf(trip, 0).boardingPoints.reduce((first, { at }) => earlierOf(first, at), departureOf(trip));

/** A boarding or dropping point that has a place. */
export interface PlacedPoint {
  /** The name of the place, in the form in which names are compared. */
  readonly name: string;
  readonly stop: number;
  readonly at: Instant;
  readonly coordinates: Coordinates;
}

/**
 * The marks of a trip: its points with places, and the city of each stop without such points. A place at which
 * passengers get off and on is one mark. `cities` has the coordinates of the stops' cities, null where unknown.
 */
export function marksOf(
  stops: readonly TrackedStop[],
  points: readonly PlacedPoint[],
  cities: readonly (Coordinates | null)[],
): readonly Mark[] {
  const marks = new Map<string, Mark>();
  for (const { name, stop, at, coordinates } of points) {
    const key = `${stop} ${name}`;
    const { from, until } = marks.get(key) ?? { from: at, until: at };
    marks.set(key, { coordinates, from: earlierOf(from, at), until: laterOf(until, at) });
  }
  const placed = new Set(points.map(({ stop }) => stop));
  stops.forEach(({ arrivesAt, departsAt }, stop) => {
    const coordinates = cities[stop];
    if (coordinates && !placed.has(stop)) marks.set(`${stop} `, { coordinates, from: arrivesAt, until: departsAt });
  });
  return [...marks.values()].sort((one, other) => one.from - other.from || one.until - other.until);
}
