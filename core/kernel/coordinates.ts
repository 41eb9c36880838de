import { type Fault, refuseFaults } from './refusal.ts';

/** A spot on the earth, in degrees with at most 6 decimals. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

/** The rectangle of degrees in which all coordinates lie. Its edges are inside. */
export interface RoadBounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Coordinates as a request or a file gives them. Null clears the present ones. */
export interface GivenCoordinates {
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
}

/** The decimals that are kept. The sixth is about 11 centimetres. */
const DECIMALS = 1e6;

const kept = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;

/** Faults of coordinates: a number outside the bounds, or one number without the other. */
export const coordinateFaults = (
  { lat, lon }: GivenCoordinates,
  { south, west, north, east }: RoadBounds,
): readonly Fault[] => [
  ...degreeFaults({ field: 'lat', given: lat, other: lon, otherField: 'lon', least: south, most: north }),
  ...degreeFaults({ field: 'lon', given: lon, other: lat, otherField: 'lat', least: west, most: east }),
];

interface Degree {
  readonly field: string;
  readonly given: number | null | undefined;
  readonly other: number | null | undefined;
  readonly otherField: string;
  readonly least: number;
  readonly most: number;
}

function degreeFaults({ field, given, other, otherField, least, most }: Degree): readonly Fault[] {
  if (given === undefined) return other === undefined ? [] : [{ field, message: `is required beside ${otherField}` }];
  if (given === null)
    return typeof other === 'number' ? [{ field, message: `must be a number, as ${otherField} is` }] : [];
  return kept(given) < least || kept(given) > most
    ? [{ field, message: `must be from ${least} to ${most}, within the bounds of this service` }]
    : [];
}

/**
 * Coordinates from a request, rounded to 6 decimals. Undefined if the request gives neither number, null if it clears
 * them.
 *
 * @throws Refusal VALIDATION, if a number is outside the bounds or stands alone
 */
export function coordinatesIn(given: GivenCoordinates, bounds: RoadBounds): Coordinates | null | undefined {
  refuseFaults(coordinateFaults(given, bounds));
  const { lat, lon } = given;
  if (lat === undefined || lon === undefined) return undefined;
  return lat === null || lon === null ? null : { lat: kept(lat), lon: kept(lon) };
}

/** Coordinates rounded to 6 decimals. Undefined outside the bounds. */
export const insideBounds = ({ lat, lon }: Coordinates, bounds: RoadBounds): Coordinates | undefined =>
  coordinateFaults({ lat, lon }, bounds).length > 0 ? undefined : { lat: kept(lat), lon: kept(lon) };
