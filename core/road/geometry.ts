import type { Coordinates } from '../kernel/coordinates.ts';

/** The mean radius of the earth in metres. */
const EARTH = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** A spot on a plane, in metres east and north of the plane's centre. */
interface Flat {
  readonly east: number;
  readonly north: number;
}

/** The plane that touches the earth at `centre`. Distances to the centre are exact enough over a few hundred km. */
const planeAt =
  (centre: Coordinates) =>
  ({ lat, lon }: Coordinates): Flat => ({
    east: (lon - centre.lon) * RADIANS * EARTH * Math.cos(((lat + centre.lat) / 2) * RADIANS),
    north: (lat - centre.lat) * RADIANS * EARTH,
  });

/** The distance between two spots in metres. */
export function metresBetween(one: Coordinates, other: Coordinates): number {
  const { east, north } = planeAt(one)(other);
  return Math.hypot(east, north);
}

/** The spot of a line that is nearest to a point. */
export interface NearestSpot {
  /** The distance from the point, in metres. */
  readonly metres: number;
  /** The spot's place on the line: 0 at its start, 1 at its end. */
  readonly share: number;
}

/** Finds the spot nearest to a point on the straight line from `start` to `end`. */
export function nearestSpot(point: Coordinates, start: Coordinates, end: Coordinates): NearestSpot {
  const flat = planeAt(point);
  const [from, to] = [flat(start), flat(end)];
  const [east, north] = [to.east - from.east, to.north - from.north];
  const square = east * east + north * north;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(from.east * east + from.north * north) / square));
  return { metres: Math.hypot(from.east + share * east, from.north + share * north), share };
}
