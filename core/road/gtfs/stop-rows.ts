import type { CityId, PlaceId } from '../../kernel/ids.ts';
import { minutesBetween } from '../../kernel/time.ts';
import { type Point, boardingStop, droppingStop } from '../../trips/points.ts';
import { citiesOf, lastStop } from '../../trips/sections.ts';
import { type FeedMap, type FeedTrip, cityStopId, placeStopId } from './feed-trip.ts';

/** A row of stop_times.txt. Times are minutes after the trip's departure. */
export interface StopRow {
  readonly stopId: string;
  /** The number of the stop of the trip. */
  readonly stop: number;
  readonly city: CityId;
  /** Undefined for the stop that stands for the whole city. */
  readonly place?: PlaceId;
  readonly arrives: number;
  readonly departs: number;
  readonly picksUp: boolean;
  readonly dropsOff: boolean;
}

/** A point or a stop without coordinates. */
export interface LeftOutPoint {
  readonly city: CityId;
  readonly name: string;
}

/** The rows of a trip, and what is left out because it has no coordinates. */
export interface TripRows {
  /** Empty if the trip is left out. */
  readonly rows: readonly StopRow[];
  readonly cities: readonly CityId[];
  readonly points: readonly LeftOutPoint[];
}

/** A stop with the sections that are sold from and to it. */
interface FeedStop {
  readonly stop: number;
  readonly city: CityId;
  readonly arrives: number;
  readonly departs: number;
  readonly begins: boolean;
  readonly ends: boolean;
}

/**
 * Writes the stops of a trip as rows in the order of time. A trip whose first or last stop has no coordinates is left
 * out.
 */
export function stopRowsOf(trip: FeedTrip, map: FeedMap): TripRows {
  const points: LeftOutPoint[] = [];
  const cities: CityId[] = [];
  const rowsOfStops = stopsOf(trip).map((stop) => {
    const rows = rowsAt(trip, stop, map, points);
    if (rows.length === 0) cities.push(stop.city);
    return rows;
  });
  const isLeftOut = rowsOfStops[0]?.length === 0 || rowsOfStops.at(-1)?.length === 0;
  if (isLeftOut) return { rows: [], cities, points: [] };
  return { rows: inTime(rowsOfStops.flat()), cities, points };
}

function stopsOf(trip: FeedTrip): readonly FeedStop[] {
  const last = lastStop(trip);
  const duration = minutesBetween(trip.departsAt, trip.arrivesAt);
  const begins = new Set([0, ...trip.fares.map(({ from }) => from)]);
  const ends = new Set([last, ...trip.fares.map(({ to }) => to)]);
  return citiesOf(trip).map((city, stop) => {
    const between = trip.stops[stop - 1];
    const end = stop === 0 ? 0 : duration;
    const { arrives, departs } = between ?? { arrives: end, departs: end };
    return { stop, city, arrives, departs, begins: begins.has(stop), ends: ends.has(stop) };
  });
}

/** The rows of one stop, in no particular order. Adds the points without a place to `leftOut`. */
function rowsAt(trip: FeedTrip, at: FeedStop, map: FeedMap, leftOut: LeftOutPoint[]): readonly StopRow[] {
  const { stop, city, arrives, departs, begins, ends } = at;
  const placed = (given: readonly Point[]): readonly (Point & { readonly place: PlaceId })[] =>
    given.flatMap((point) => {
      const place = map.placeOf(trip.companyId, city, point.name);
      if (place !== undefined) return [{ ...point, place }];
      leftOut.push({ city, name: point.name });
      return [];
    });
  const pointRow = ({ place, minutes }: { readonly place: PlaceId; readonly minutes: number }) => ({
    stop,
    city,
    place,
    stopId: placeStopId(place),
    arrives: minutes,
    departs: minutes,
  });
  const boarding = placed(trip.boardingPoints.filter((point) => boardingStop(point) === stop));
  const dropping = placed(trip.droppingPoints.filter((point) => droppingStop(point, trip) === stop));
  const cityRow = { stop, city, stopId: cityStopId(city) };
  if (boarding.length === 0 && dropping.length === 0)
    return map.hasCentre(city) ? [{ ...cityRow, arrives, departs, picksUp: begins, dropsOff: ends }] : [];
  const rows: StopRow[] = [
    ...dropping.map((point) => ({ ...pointRow(point), picksUp: false, dropsOff: ends })),
    ...boarding.map((point) => ({ ...pointRow(point), picksUp: begins, dropsOff: false })),
  ];
  if (dropping.length === 0 && ends)
    rows.push({ ...cityRow, arrives, departs: arrives, picksUp: false, dropsOff: true });
  if (boarding.length === 0 && begins)
    rows.push({ ...cityRow, arrives: departs, departs, picksUp: true, dropsOff: false });
  return rows;
}

/** Orders rows by time. At one minute passengers get off before others get on. */
function inTime(rows: readonly StopRow[]): readonly StopRow[] {
  const ordered = rows.toSorted(
    (one, other) => one.arrives - other.arrives || one.stop - other.stop || Number(one.picksUp) - Number(other.picksUp),
  );
  const joined: StopRow[] = [];
  for (const row of ordered) {
    const before = joined.at(-1);
    if (before && isSameStay(before, row)) {
      joined[joined.length - 1] = { ...before, departs: row.departs, picksUp: row.picksUp };
      continue;
    }
    // A point of another stop may lie within the stay at this one. Times must run on, so the stay ends there.
    if (before && before.departs > row.arrives) joined[joined.length - 1] = { ...before, departs: row.arrives };
    joined.push(row);
  }
  return joined;
}

/** Whether passengers get on where others have just got off. */
const isSameStay = (before: StopRow, row: StopRow): boolean =>
  before.stopId === row.stopId && before.stop === row.stop && !before.picksUp && !row.dropsOff;
