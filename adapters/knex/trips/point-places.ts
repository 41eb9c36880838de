import type { CityId, OperatorId } from '../../../core/kernel/ids.ts';
import type { PlaceDetails, PlacesByName } from '../../../core/trips/places.ts';
import { type Fragment, type Sql, fragment, jsonRows, list, padded, raw } from '../engine/sql.ts';

/*
 * Places of points, in statements that need them beside something else. A point is found by its name in its city: first
 * the company's own place, else the shared one.
 */

/** A place as a JSON array. The owner is a company, or 0 for a shared place. */
export type PlaceTuple = [
  ...[owner: number, city: CityId, key: string, nameNe: string | null, lat: number, lon: number],
  ...[landmark: string | null, landmarkNe: string | null, photo: string | null, photoSmall: string | null],
];

const VALUES: readonly Fragment[] = [
  'coalesce(places.operator_id, 0)',
  ...['city_id', 'name_key', 'name_ne', 'lat', 'lon', 'landmark', 'landmark_ne', 'photo', 'photo_small'].map(
    (column) => `places.${column}`,
  ),
].map((column) => raw(column));

const ownedBy = (company: Fragment): Fragment => fragment`coalesce(places.operator_id, 0) in (0, ${company})`;

/** The places of a city, those of a company and shared ones, as an array of PlaceTuple in JSON. */
export const placesInCity = ({ dialect }: Pick<Sql, 'dialect'>, city: Fragment, company: Fragment): Fragment =>
  jsonRows(dialect, VALUES, fragment`places where ${ownedBy(company)} and places.city_id = ${city}`);

/** The places in the cities of `ends`, which has an `operator_id` and a `city_id`. Each begins with this company. */
export const placesAtEnds = ({ dialect }: Pick<Sql, 'dialect'>, ends: Fragment): Fragment =>
  jsonRows(
    dialect,
    [raw('ends.operator_id'), ...VALUES],
    fragment`${ends} as ends ${raw(dialect === 'sqlite' ? 'cross join' : 'join')} places
      on ${ownedBy(raw('ends.operator_id'))} and places.city_id = ends.city_id`,
  );

/** Reads the places of some names in some cities, in one statement. */
export async function placesNamed(
  sql: Sql,
  company: OperatorId,
  cities: readonly CityId[],
  keys: readonly string[],
): Promise<readonly PlaceTuple[]> {
  if (keys.length === 0) return [];
  const found = await sql.one<{ places: string | null }>`
    select ${jsonRows(
      sql.dialect,
      VALUES,
      fragment`places where coalesce(places.operator_id, 0) in ${list([0, company])}
        and places.city_id in ${list(cities)} and places.name_key in ${list(padded(keys))}`,
    )} as places`;
  return placeTuples(found?.places ?? null);
}

export const placeTuples = (json: string | null): readonly PlaceTuple[] =>
  json === null ? [] : (JSON.parse(json) as PlaceTuple[]);

/** The places by their names. Shared ones come first, so that a company's own replace them. */
export const byName = (places: readonly PlaceTuple[]): PlacesByName =>
  new Map(places.toSorted(([one], [other]) => one - other).map((place) => [place[2], toDetails(place)]));

/** Finds the places of a company and a city among those of `placesAtEnds`. */
export function placesByEnd(json: string | null): (company: OperatorId, city: CityId) => PlacesByName {
  const rows = json === null ? [] : (JSON.parse(json) as [OperatorId, ...PlaceTuple][]);
  return (company, city) =>
    byName(rows.flatMap(([of, ...place]) => (of === company && place[1] === city ? [place] : [])));
}

const toDetails = ([, , , nameNe, lat, lon, landmark, landmarkNe, large, small]: PlaceTuple): PlaceDetails => ({
  nameNe,
  coordinates: { lat, lon },
  landmark,
  landmarkNe,
  photo: large === null || small === null ? null : { large, small },
});
