import type { RoadBounds } from '../core/kernel/coordinates.ts';
import { type Read, exactUrl, malformed, text, whole } from './variable-readers.ts';
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

/** Reads the address of a map, with `{lat}` and `{lon}`. */
const mapLink: Read<string> = (value) => {
  if (!value.includes('{lat}') || !value.includes('{lon}')) return malformed('a URL with {lat} and {lon}');
  // The address of one spot has to be a URL, wherever the braces stand.
  exactUrl(value.replaceAll('{lat}', '27.7').replaceAll('{lon}', '85.3'));
  return value;
};

/** Reads minutes in rising order. */
const lateMinutes: Read<readonly number[]> = (value) => {
  const minutes = value.split(',').map((entry) => (/^[1-9]\d{0,3}$/.test(entry.trim()) ? Number(entry) : NaN));
  const rises = minutes.every((minute, index) => minute > (minutes[index - 1] ?? 0) && minute <= 1_440);
  return rises && minutes.length <= 4
    ? minutes
    : malformed('one to four rising whole numbers up to 1440, such as 20,90');
};

/** Variables about places and the positions of buses. */
export const ROAD_VARIABLES = {
  ROAD_BOUNDS: variable(
    '26,80,31,89',
    roadBounds,
    'The rectangle in which cities and places lie, in degrees: south, west, north, east. The default holds Nepal and its border; Delhi is outside.',
  ),
  MAP_LINK: variable(
    'https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map=17/{lat}/{lon}',
    mapLink,
    'Where links to a map lead, with `{lat}` and `{lon}` in place of the coordinates.',
  ),
  LATE_MINUTES: variable(
    '20,90',
    lateMinutes,
    'Minutes by which a bus has to be late for its passengers to be told, with a message for each.',
  ),
  POSITION_DAYS: variable('7', whole(1, 3_650), 'Days for which the points of buses are kept.'),
  FEED_PUBLISHER: variable(
    'Bus Ticket',
    text,
    'The name of who publishes the [timetable feed](road.md), which other programs show beside it.',
  ),
} as const;
