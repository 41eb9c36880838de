import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { CityId, OperatorId, PlaceId, TripId } from '../../core/kernel/ids.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { paisa } from '../../core/kernel/money.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import {
  type DayFacts,
  type DayTexts,
  dayWriter,
  STOP_TIME_COLUMNS,
  TRIP_COLUMNS,
} from '../../core/road/gtfs/day-texts.ts';
import type { FeedTrip } from '../../core/road/gtfs/feed-trip.ts';
import { type FeedNames, mergedFacts, sharedTexts } from '../../core/road/gtfs/shared-texts.ts';
import { pointKey } from '../../core/trips/points.ts';
import type { Engine } from './engines.ts';

const calendar = calendarOf('Asia/Kathmandu');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Cities by their numbers. Dumre has no coordinates. */
const CITIES = [
  { id: 1, name: 'Kathmandu', nameNe: 'काठमाडौं', coordinates: { lat: 27.71, lon: 85.32 } },
  { id: 2, name: 'Mugling', nameNe: 'मुग्लिङ', coordinates: { lat: 27.86, lon: 84.56 } },
  { id: 3, name: 'Pokhara', nameNe: 'पोखरा', coordinates: { lat: 28.21, lon: 83.99 } },
  { id: 4, name: 'Dumre', nameNe: null, coordinates: null },
].map((city) => ({ ...city, id: city.id as CityId }));

export const [KATHMANDU, MUGLING, POKHARA, DUMRE] = CITIES.map(({ id }) => id) as [CityId, CityId, CityId, CityId];

/** Places by their numbers. The company 7 has its own Kalanki. */
const PLACES = [
  { id: 11, owner: 0, city: 1, name: 'Kalanki', nameNe: 'कलंकी', landmark: 'Petrol pump, left' },
  { id: 12, owner: 7, city: 1, name: 'Kalanki', nameNe: null, landmark: 'Kalanki' },
  { id: 21, owner: 0, city: 2, name: 'Bridge', nameNe: null, landmark: null },
  { id: 31, owner: 0, city: 3, name: 'Prithvi Chowk', nameNe: null, landmark: null },
  { id: 41, owner: 0, city: 4, name: 'Dumre Bazaar', nameNe: null, landmark: null },
].map((place) => ({
  ...place,
  id: place.id as PlaceId,
  city: place.city as CityId,
  coordinates: { lat: 27.5 + place.id / 100, lon: 84.5 },
}));

export const NAMES: FeedNames = {
  cities: new Map(CITIES.map((city) => [city.id, city])),
  places: new Map(PLACES.map((place) => [place.id, place])),
  companies: new Map([
    [7 as OperatorId, 'Blue Sky, "Travels"'],
    [8 as OperatorId, 'Green Line'],
  ]),
};

const SETTINGS = { publisher: 'Bus Ticket', baseUrl: 'https://bus.example.com', timeZone: 'Asia/Kathmandu' };

const map = {
  hasCentre: (city: CityId) => (NAMES.cities.get(city)?.coordinates ?? null) !== null,
  placeOf: (company: OperatorId, city: CityId, name: string) => {
    const named = PLACES.filter((place) => place.city === city && pointKey(place.name) === pointKey(name));
    return (named.find(({ owner }) => owner === company) ?? named.find(({ owner }) => owner === 0))?.id;
  },
};

interface GivenTrip extends Partial<Omit<FeedTrip, 'departsAt' | 'arrivesAt'>> {
  /** The local departure: `2026-12-01 07:00`. */
  readonly leaves?: string;
  readonly minutes?: number;
}

/** A trip of the company 8 from Kathmandu to Pokhara, on 1 December 2026 from 07:00 to 13:00. */
export function aFeedTrip({ leaves = '2026-12-01 07:00', minutes = 360, ...given }: GivenTrip = {}): FeedTrip {
  const [day = '', time = ''] = leaves.split(' ');
  const departsAt = calendar.at(day, time)!;
  return {
    id: 100 as TripId,
    companyId: 8 as OperatorId,
    busType: 'DELUXE',
    sourceCityId: KATHMANDU,
    destinationCityId: POKHARA,
    fare: paisa(120_000),
    departsAt,
    arrivesAt: minutesAfter(departsAt, minutes),
    stops: [],
    fares: [],
    boardingPoints: [],
    droppingPoints: [],
    ...given,
  };
}

export type FeedRow = Readonly<Record<string, string>>;

/** The files of a feed as rows, and its facts. */
export interface ReadFeed {
  readonly facts: DayFacts;
  readonly texts: ReadonlyMap<string, string>;
  readonly rows: (file: string) => readonly FeedRow[];
}

/** Writes a feed of some trips, all in one part. */
export function feedOf(trips: readonly FeedTrip[], names: FeedNames = NAMES): ReadFeed {
  const writer = dayWriter({ calendar, map, digest });
  writer.add(trips);
  return feedOfDays([writer.texts()], names);
}

function feedOfDays(days: readonly DayTexts[], names: FeedNames): ReadFeed {
  const facts = mergedFacts(days.map((day) => day.facts));
  const head = (columns: readonly string[]): string => `${columns.join(',')}\r\n`;
  const texts = new Map([
    ...sharedTexts(facts, names, SETTINGS),
    ['trips.txt', head(TRIP_COLUMNS) + days.map(({ trips }) => trips).join('')],
    ['stop_times.txt', head(STOP_TIME_COLUMNS) + days.map(({ stopTimes }) => stopTimes).join('')],
  ]);
  return { facts, texts, rows: (file) => readCsv(texts.get(file) ?? '') };
}

/** Reads CSV (RFC 4180) as rows by the names of its columns. */
export function readCsv(text: string): readonly FeedRow[] {
  const [columns = [], ...rows] = [...cellsOf(text)];
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;

function* cellsOf(text: string): Generator<readonly string[]> {
  CELL.lastIndex = 0;
  let row: string[] = [];
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text);
    if (!match) throw new Error('The text is no CSV.');
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    yield row;
    row = [];
  }
}

/** The files of an archive, as texts by their names. */
export const filesIn = (archive: Uint8Array): ReadonlyMap<string, string> =>
  new Map(Object.entries(unzipSync(archive)).map(([name, content]) => [name, new TextDecoder().decode(content)]));

/** Gives every city a Nepali name and a centre. */
export async function locateCities({ transact, cities }: Pick<Engine, 'transact' | 'cities'>): Promise<void> {
  for (const { id } of await cities.all())
    await transact((stores) =>
      stores.cities.describe(id, { nameNe: `शहर ${id}`, coordinates: { lat: 27.5, lon: 84 + id / 100 } }),
    );
}
