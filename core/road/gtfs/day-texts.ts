import type { Calendar } from '../../kernel/calendar.ts';
import type { CityId, PlaceId } from '../../kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter, secondsBetween } from '../../kernel/time.ts';
import { pointKey } from '../../trips/points.ts';
import { csvLines, type FeedValue } from './csv-text.ts';
import { type FeedRoute, routeFinder } from './feed-route.ts';
import type { Digest, FeedMap, FeedTrip } from './feed-trip.ts';
import { type StopRow, stopRowsOf } from './stop-rows.ts';

/** The rows of the other files that the trips of some day use, and the things that are left out of them. */
export interface DayFacts {
  readonly routes: readonly FeedRoute[];
  /** Cities with rows of their own: those without a placed point, and those that stand in for points of one kind. */
  readonly cityStops: readonly CityId[];
  readonly places: readonly PlaceId[];
  /** Cities with a row, of a place or of their own. */
  readonly stations: readonly CityId[];
  /** The service days, `YYYYMMDD`. */
  readonly services: readonly string[];
  readonly leftOut: LeftOut;
}

/** Cities, points and trips without coordinates. A trip is left out if one of its ends is. */
export interface LeftOut {
  readonly cities: readonly CityId[];
  /** Keys of points: the city and the name. */
  readonly points: readonly string[];
  readonly trips: number;
}

/** The rows of the trips of some day, in two files. */
export interface DayTexts {
  readonly trips: string;
  readonly stopTimes: string;
  readonly facts: DayFacts;
}

export interface DayNeeds {
  readonly calendar: Calendar;
  readonly map: FeedMap;
  readonly digest: Digest;
}

export const TRIP_COLUMNS = ['route_id', 'service_id', 'trip_id'] as const;
export const STOP_TIME_COLUMNS = [
  ...['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'],
  ...['pickup_type', 'drop_off_type', 'timepoint'],
] as const;

/** Writes trips a part at a time, so that a long day does not keep the process from other work. */
export interface DayWriter {
  readonly add: (trips: readonly FeedTrip[]) => void;
  readonly texts: () => DayTexts;
}

export function dayWriter({ calendar, map, digest }: DayNeeds): DayWriter {
  const routeOf = routeFinder(digest);
  const parts: { readonly trips: string; readonly stopTimes: string }[] = [];
  const routes = new Map<string, FeedRoute>();
  const [cityStops, stations, places] = [new Set<CityId>(), new Set<CityId>(), new Set<PlaceId>()];
  const services = new Map<string, Instant>();
  const [leftOutCities, leftOutPoints] = [new Set<CityId>(), new Set<string>()];
  let leftOutTrips = 0;

  const serviceOf = serviceDays(calendar, services);
  const use = (rows: readonly StopRow[]): void => {
    for (const { city, place } of rows) {
      stations.add(city);
      if (place === undefined) cityStops.add(city);
      else places.add(place);
    }
  };

  return {
    add(trips) {
      const tripRows: FeedValue[][] = [];
      const stopTimes: FeedValue[][] = [];
      for (const trip of trips) {
        const { rows, cities, points } = stopRowsOf(trip, map);
        for (const city of cities) leftOutCities.add(city);
        for (const { city, name } of points) leftOutPoints.add(`${city} ${pointKey(name)}`);
        const [first] = rows;
        if (!first) {
          leftOutTrips += 1;
          continue;
        }
        const route = routeOf(trip);
        routes.set(route.id, route);
        use(rows);
        const service = serviceOf(minutesAfter(trip.departsAt, first.arrives));
        tripRows.push([route.id, service.id, trip.id]);
        rows.forEach((row, index) => stopTimes.push(stopTime(trip, row, index + 1, service.start)));
      }
      parts.push({ trips: csvLines(tripRows), stopTimes: csvLines(stopTimes) });
    },

    texts: () => ({
      trips: parts.map(({ trips }) => trips).join(''),
      stopTimes: parts.map(({ stopTimes }) => stopTimes).join(''),
      facts: {
        routes: [...routes.values()],
        cityStops: [...cityStops],
        places: [...places],
        stations: [...stations],
        services: [...services.keys()],
        leftOut: { cities: [...leftOutCities], points: [...leftOutPoints], trips: leftOutTrips },
      },
    }),
  };
}

const stopTime = (trip: FeedTrip, row: StopRow, sequence: number, dayStart: Instant): FeedValue[] => [
  trip.id,
  feedTime(dayStart, minutesAfter(trip.departsAt, row.arrives)),
  feedTime(dayStart, minutesAfter(trip.departsAt, row.departs)),
  row.stopId,
  sequence,
  row.picksUp ? 0 : 1,
  row.dropsOff ? 0 : 1,
  0,
];

/** The service day of a moment. GTFS counts times from 12 hours before the day's noon, even if clocks change. */
function serviceDays(
  calendar: Calendar,
  known: Map<string, Instant>,
): (at: Instant) => { readonly id: string; readonly start: Instant } {
  return (at) => {
    const day = calendar.date(at);
    const id = day.replaceAll('-', '');
    let start = known.get(id);
    if (start === undefined) known.set(id, (start = hoursAfter(calendar.at(day, '12:00') ?? at, -12)));
    return { id, start };
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** A time of a service day. It runs past 24:00:00 on the next day. */
function feedTime(dayStart: Instant, at: Instant): string {
  const seconds = Math.floor(secondsBetween(dayStart, at));
  const minutes = Math.floor(seconds / 60);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}
