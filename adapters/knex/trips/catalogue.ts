import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { RefundTier } from '../../../core/companies/company.ts';
import type { Amenity } from '../../../core/fleet/amenities.ts';
import type { BusId, CityId, OperatorId } from '../../../core/kernel/ids.ts';
import { cityKey, routeKey } from '../../../core/trips/city.ts';
import type { TripListing } from '../../../core/trips/ports.ts';
import type { Ends } from '../../../core/trips/sections.ts';
import { toTiers } from '../companies/companies.ts';
import { toAliases } from './cities.ts';
import { type Sql, jsonBoolean, jsonRows, raw } from '../engine/sql.ts';
import { NO_STOPS, type RoadRow } from './road.ts';

/** Data that all trips of a bus share. */
export interface CatalogueBus {
  readonly shown: Pick<TripListing, 'bus' | 'operator' | 'ratingSum' | 'ratingCount'>;
  /** The number of seats that can be sold. */
  readonly seats: number;
  readonly cancellationTiers: readonly RefundTier[] | null;
}

/** Intermediate stops and fares that trips of one timetable share, with the names of all cities on the way. */
export interface CatalogueRoad extends Pick<TripListing, 'stops' | 'fares' | 'stopCities'> {
  /** Stops and fares as they are stored. */
  readonly text: RoadRow;
}

/** Data that all trips of a route share. */
export interface CatalogueRoute extends Pick<TripListing, 'sourceCity' | 'destinationCity'>, Ends {
  /** Stops and fares that searches found on trips of the route. `roadIn` adds them. */
  readonly roads: CatalogueRoad[];
  /** The stops and fares that the last search of this route found. */
  usualRoad: RoadRow;
}

/** Buses, companies, cities and routes under one revision. */
export interface Catalogue {
  readonly revision: number;
  readonly buses: ReadonlyMap<BusId, CatalogueBus>;
  readonly routes: ReadonlyMap<RouteId, CatalogueRoute>;
  /** Cities, keyed by the cityKey of their names and aliases. */
  readonly cities: ReadonlyMap<string, CityId>;
  /** Cities whose cityKey belongs to an older city, keyed by their exact names. */
  readonly twinCities: ReadonlyMap<string, CityId>;
  readonly cityNames: ReadonlyMap<CityId, string>;
  /** Routes, keyed by routeKey. */
  readonly routesBetween: ReadonlyMap<string, RouteId>;
}

type BusRow = [BusId, OperatorId, string, string, string, number, string, boolean, number];
type OperatorRow = [OperatorId, string, number, number, string | null];
type CityRow = [CityId, string, string, string];
type RouteRow = [RouteId, CityId, CityId];

/** Arrays of rows as JSON. */
interface Loaded {
  readonly revision: number;
  readonly buses: string | null;
  readonly operators: string | null;
  readonly cities: string | null;
  readonly routes: string | null;
}

const rowsIn = <Row>(json: string | null): readonly Row[] => (json === null ? [] : (JSON.parse(json) as Row[]));

/** Reads the whole catalogue in one statement, so that all rows belong to one revision. */
export async function loadCatalogue(read: Sql): Promise<Catalogue> {
  const { dialect } = read;
  const all = (table: string, ...columns: readonly string[]) => jsonRows(dialect, columns.map(raw), raw(table));
  const loaded = await read.one<Loaded>`
    select revision,
      ${jsonRows(
        dialect,
        [
          ...['id', 'operator_id', 'bus_name', 'registration_no', 'bus_type', 'total_seats', 'amenities'].map(raw),
          jsonBoolean(dialect, raw('has_seat_map')),
          raw('active_seats'),
        ],
        raw('buses'),
      )} as buses,
      ${all('operators', 'id', 'company_name', 'rating_sum', 'rating_count', 'cancellation_tiers')} as operators,
      ${all('cities', 'id', 'city_name', 'name_key', 'aliases')} as cities,
      ${all('routes', 'id', 'source_city_id', 'destination_city_id')} as routes
    from catalogue_revision`;
  if (!loaded) throw new Error('The catalogue has no revision.');
  const cities = rowsIn<CityRow>(loaded.cities);
  const routes = rowsIn<RouteRow>(loaded.routes);
  return {
    revision: loaded.revision,
    buses: busesOf(rowsIn(loaded.buses), rowsIn(loaded.operators)),
    routes: routesOf(routes, cities),
    cities: new Map(
      cities.flatMap(([id, , key, aliases]) =>
        [key, ...toAliases(aliases).map(cityKey)].map((name) => [name, id] as const),
      ),
    ),
    twinCities: new Map(cities.flatMap(([id, name, key]) => (key === cityKey(name) ? [] : [[name, id] as const]))),
    cityNames: new Map(cities.map(([id, name]) => [id, name])),
    routesBetween: new Map(routes.map(([id, source, destination]) => [routeKey(source, destination), id])),
  };
}

function busesOf(buses: readonly BusRow[], operators: readonly OperatorRow[]): Catalogue['buses'] {
  const companies = new Map(
    operators.map(([id, companyName, ratingSum, ratingCount, tiers]) => [
      id,
      { shown: { operator: { id, companyName }, ratingSum, ratingCount }, cancellationTiers: toTiers(tiers) },
    ]),
  );
  return new Map(
    buses.map(([id, company, name, registrationNo, type, totalSeats, offered, hasSeatMap, activeSeats]) => {
      const { shown, cancellationTiers } = known(companies, company);
      const amenities = JSON.parse(offered) as Amenity[];
      const bus = { id, name, registrationNo, type, totalSeats, amenities, hasSeatMap };
      return [id, { shown: { bus, ...shown }, seats: hasSeatMap ? activeSeats : totalSeats, cancellationTiers }];
    }),
  );
}

function routesOf(routes: readonly RouteRow[], cities: readonly CityRow[]): Catalogue['routes'] {
  const names = new Map(cities.map(([id, name]) => [id, name]));
  return new Map(
    routes.map(([id, source, destination]) => [
      id,
      {
        sourceCityId: source,
        destinationCityId: destination,
        sourceCity: known(names, source),
        destinationCity: known(names, destination),
        roads: [],
        usualRoad: NO_STOPS,
      },
    ]),
  );
}

/**
 * The city with a typed name or alias. A name that is spelled exactly so wins, because cities of earlier versions may
 * differ in spelling alone.
 */
export const cityNamed = ({ cities, twinCities }: Pick<Catalogue, 'cities' | 'twinCities'>, typed = '') =>
  twinCities.get(typed) ?? cities.get(cityKey(typed));

/**
 * The route between two cities, given by their names or aliases. Undefined if there is no such city or route. `same
 * city` if both names mean one city.
 */
export function routeOf(
  catalogue: Catalogue,
  origin?: string,
  destination?: string,
): RouteId | 'same city' | undefined {
  const [source, target] = [cityNamed(catalogue, origin), cityNamed(catalogue, destination)];
  if (source === undefined || target === undefined) return undefined;
  return source === target ? 'same city' : catalogue.routesBetween.get(routeKey(source, target));
}

/** Finds the value that a row refers to. Foreign keys guarantee that it exists. */
export function known<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The catalogue lacks ${String(key)}.`);
  return value;
}
