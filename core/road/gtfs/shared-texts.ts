import type { Coordinates } from '../../kernel/coordinates.ts';
import type { CityId, OperatorId, PlaceId } from '../../kernel/ids.ts';
import type { Paisa } from '../../kernel/money.ts';
import { type FeedValue, csvLines, nameValue } from './csv-text.ts';
import type { DayFacts, LeftOut } from './day-texts.ts';
import { type FeedRoute, amountText, routeNames } from './feed-route.ts';
import { cityStopId, placeStopId, stationId } from './feed-trip.ts';

/** A city as the feed writes it. */
export interface FeedCity {
  readonly id: CityId;
  readonly name: string;
  readonly nameNe: string | null;
  readonly coordinates: Coordinates | null;
}

/** A place as the feed writes it. */
export interface FeedPlace {
  readonly id: PlaceId;
  readonly city: CityId;
  readonly name: string;
  readonly nameNe: string | null;
  readonly coordinates: Coordinates;
  readonly landmark: string | null;
}

/** The cities, places and companies that the feed may name. */
export interface FeedNames {
  readonly cities: ReadonlyMap<CityId, FeedCity>;
  readonly places: ReadonlyMap<PlaceId, FeedPlace>;
  readonly companies: ReadonlyMap<OperatorId, string>;
}

/** The settings and the day that feed texts name. */
export interface FeedSettings {
  readonly publisher: string;
  readonly baseUrl: string;
  readonly timeZone: string;
}

/** The files of a feed beside trips.txt and stop_times.txt, by their names. */
export type SharedTexts = ReadonlyMap<string, string>;

type Rows = readonly (readonly FeedValue[])[];

const file = (columns: readonly string[], rows: Rows): string => csvLines([columns, ...rows]);

const distinct = <Item>(items: readonly Item[]): readonly Item[] => [...new Set(items)];
const byNumber = (one: number, other: number): number => one - other;

/** Merges the facts of several days. */
export function mergedFacts(days: readonly DayFacts[]): DayFacts {
  const all = <Item>(of: (facts: DayFacts) => readonly Item[]): readonly Item[] => distinct(days.flatMap(of));
  const routes = new Map(days.flatMap((facts) => facts.routes).map((route) => [route.id, route]));
  return {
    routes: [...routes.values()].sort((one, other) => (one.id < other.id ? -1 : 1)),
    cityStops: all(({ cityStops }) => cityStops).toSorted(byNumber),
    places: all(({ places }) => places).toSorted(byNumber),
    stations: all(({ stations }) => stations).toSorted(byNumber),
    services: all(({ services }) => services).toSorted(),
    leftOut: {
      cities: all(({ leftOut }) => leftOut.cities),
      points: all(({ leftOut }) => leftOut.points),
      trips: days.reduce((sum, { leftOut }) => sum + leftOut.trips, 0),
    },
  };
}

/** The header `X-Left-Out`: how many cities, points and trips have no coordinates. */
export const leftOutText = ({ cities, points, trips }: LeftOut): string =>
  `cities=${cities.length}, points=${points.length}, trips=${trips}`;

/** Writes the files that the trips of all days share, in one order whatever the order of days and rows. */
export function sharedTexts(facts: DayFacts, names: FeedNames, settings: FeedSettings): SharedTexts {
  const stations = stationsOf(facts, names);
  return new Map([
    ['agency.txt', agencyText(facts, names, settings)],
    ['stops.txt', stopsText(facts, names, stations)],
    ['routes.txt', routesText(facts, names)],
    ['calendar_dates.txt', calendarText(facts)],
    ['fare_products.txt', productsText(facts)],
    ['fare_leg_rules.txt', legRulesText(facts)],
    [
      'areas.txt',
      file(
        ['area_id', 'area_name'],
        stations.map(({ id, name }) => [stationId(id), nameValue(name)]),
      ),
    ],
    [
      'stop_areas.txt',
      file(
        ['area_id', 'stop_id'],
        stations.map(({ id }) => [stationId(id), stationId(id)]),
      ),
    ],
    ['translations.txt', translationsText(facts, names, stations)],
  ]);
}

type Station = FeedCity & { readonly coordinates: Coordinates };

/** The stations. A city whose centre is unknown is where its first place is. */
function stationsOf({ stations, places }: DayFacts, names: FeedNames): readonly Station[] {
  const used = places.map((id) => known(names.places, id));
  return stations.map((id) => {
    const city = known(names.cities, id);
    const coordinates = city.coordinates ?? used.find((place) => place.city === id)?.coordinates;
    if (!coordinates) throw new Error(`The station ${id} has no coordinates.`);
    return { ...city, coordinates };
  });
}

function agencyText({ routes }: DayFacts, { companies }: FeedNames, { baseUrl, timeZone }: FeedSettings): string {
  const ids = distinct(routes.map(({ companyId }) => companyId)).toSorted(byNumber);
  return file(
    ['agency_id', 'agency_name', 'agency_url', 'agency_timezone', 'agency_lang'],
    ids.map((id) => [id, nameValue(known(companies, id)), baseUrl, timeZone, 'en']),
  );
}

const STOP_COLUMNS = [
  ...['stop_id', 'stop_name', 'stop_desc', 'stop_lat', 'stop_lon', 'location_type', 'parent_station'],
];

function stopsText(facts: DayFacts, names: FeedNames, stations: readonly Station[]): string {
  const at = new Map(stations.map((station) => [station.id, station]));
  return file(STOP_COLUMNS, [
    ...stations.map(({ id, name, coordinates: { lat, lon } }) => [
      ...[stationId(id), nameValue(name), null, lat, lon, 1, null],
    ]),
    ...facts.cityStops
      .map((id) => known(at, id))
      .map(({ id, name, coordinates: { lat, lon } }) => [
        ...[cityStopId(id), nameValue(name), null, lat, lon, 0, stationId(id)],
      ]),
    ...facts.places
      .map((id) => known(names.places, id))
      .map(({ id, city, name, landmark, coordinates: { lat, lon } }) => [
        ...[placeStopId(id), nameValue(name), describing(landmark, name), lat, lon, 0, stationId(city)],
      ]),
  ]);
}

/** A description that says more than the name. */
const describing = (landmark: string | null, name: string): string | null => {
  const text = landmark === null ? '' : nameValue(landmark);
  return text === '' || text === nameValue(name) ? null : text;
};

const ROUTE_TYPE_BUS = 3;

const nameOfEnds =
  (nameOf: (city: CityId) => string) =>
  ({ sourceCityId, destinationCityId, busType }: FeedRoute): string =>
    nameValue(`${nameOf(sourceCityId)} – ${nameOf(destinationCityId)}, ${busType}`);

function routesText({ routes }: DayFacts, { cities }: FeedNames): string {
  const names = routeNames(
    routes,
    nameOfEnds((city) => known(cities, city).name),
  );
  return file(
    ['route_id', 'agency_id', 'route_long_name', 'route_type', 'network_id'],
    routes.map(({ id, companyId }) => [id, companyId, known(names, id), ROUTE_TYPE_BUS, id]),
  );
}

const calendarText = ({ services }: DayFacts): string =>
  file(
    ['service_id', 'date', 'exception_type'],
    services.map((day) => [day, day, 1]),
  );

const productId = (fare: Paisa): string => `npr-${fare}`;

/** The fares that are published: those between two cities with stations. */
const publishedFares = ({ stations }: DayFacts): ((route: FeedRoute) => FeedRoute['fares']) => {
  const written = new Set(stations);
  return ({ fares }) => fares.filter(([from, to]) => written.has(from) && written.has(to));
};

function productsText(facts: DayFacts): string {
  const fares = distinct(facts.routes.flatMap(publishedFares(facts)).map(([, , fare]) => fare));
  return file(
    ['fare_product_id', 'amount', 'currency'],
    fares.toSorted(byNumber).map((fare) => [productId(fare), amountText(fare), 'NPR']),
  );
}

function legRulesText(facts: DayFacts): string {
  const faresOf = publishedFares(facts);
  return file(
    ['network_id', 'from_area_id', 'to_area_id', 'fare_product_id'],
    facts.routes.flatMap((route) =>
      faresOf(route).map(([from, to, fare]) => [route.id, stationId(from), stationId(to), productId(fare)]),
    ),
  );
}

function translationsText(facts: DayFacts, names: FeedNames, stations: readonly Station[]): string {
  const stop = (id: string, nameNe: string | null): Rows =>
    nameNe === null ? [] : [['stops', 'stop_name', 'ne', nameValue(nameNe), id]];
  const translated = facts.routes.filter(({ sourceCityId, destinationCityId }) =>
    [sourceCityId, destinationCityId].every((city) => known(names.cities, city).nameNe !== null),
  );
  const routes = routeNames(
    translated,
    nameOfEnds((city) => known(names.cities, city).nameNe ?? ''),
  );
  return file(
    ['table_name', 'field_name', 'language', 'translation', 'record_id'],
    [
      ...stations.flatMap(({ id, nameNe }) => stop(stationId(id), nameNe)),
      ...facts.cityStops.flatMap((id) => stop(cityStopId(id), known(names.cities, id).nameNe)),
      ...facts.places.flatMap((id) => stop(placeStopId(id), known(names.places, id).nameNe)),
      ...translated.map(({ id }) => ['routes', 'route_long_name', 'ne', known(routes, id), id]),
    ],
  );
}

/** The days that a feed covers, `YYYYMMDD`. */
export interface FeedSpan {
  readonly first: string;
  readonly last: string;
}

/** Writes feed_info.txt. `version` names the other texts. */
export const feedInfoText = (
  { publisher, baseUrl }: FeedSettings,
  { first, last }: FeedSpan,
  version: string,
): string =>
  file(
    [
      ...['feed_publisher_name', 'feed_publisher_url', 'feed_lang', 'feed_start_date', 'feed_end_date'],
      ...['feed_version', 'feed_contact_url'],
    ],
    [[nameValue(publisher), baseUrl, 'en', first, last, version, `${baseUrl}/contact`]],
  );

function known<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The feed lacks ${String(key)}.`);
  return value;
}
