import type { RoadBounds } from '../core/kernel/coordinates.ts';
import { type Read, malformed } from './variable-readers.ts';
import { variable } from './variable.ts';

/** Reads four degrees: south, west, north, east. */
const roadBounds: Read<RoadBounds> = (value) => {
  const expected = 'four degrees: south, west, north, east, such as 26,80,31,89';
  const degrees = value.split(',').map((entry) => entry.trim());
  if (degrees.length !== 4 || !degrees.every((entry) => /^-?\d{1,3}(\.\d{1,6})?$/.test(entry)))
    return malformed(expected);
  const [south = 0, west = 0, north = 0, east = 0] = degrees.map(Number);
  const fits = south < north && west < east && south >= -90 && north <= 90 && west >= -180 && east <= 180;
  return fits ? { south, west, north, east } : malformed(expected);
};

/** Variables about places and the positions of buses. */
export const ROAD_VARIABLES = {
  ROAD_BOUNDS: variable(
    '26,80,31,89',
    roadBounds,
    'The rectangle in which cities and places lie, in degrees: south, west, north, east. The default holds Nepal and its border; Delhi is outside.',
  ),
} as const;
