import type { CityId, OperatorId, PlaceId } from '../../../core/kernel/ids.ts';
import { folded } from '../../../core/kernel/folding.ts';
import type { Place } from '../../../core/road/place.ts';
import type { PlaceStore, PlaceViews } from '../../../core/road/ports.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import { where } from '../engine/keyset.ts';
import { type Sql, forUpdate, fragment, list, raw } from '../engine/sql.ts';

interface PlaceRow {
  readonly id: PlaceId;
  readonly operator_id: OperatorId | null;
  readonly city_id: CityId;
  readonly city_name: string;
  readonly name: string;
  readonly name_ne: string | null;
  readonly lat: number;
  readonly lon: number;
  readonly landmark: string | null;
  readonly landmark_ne: string | null;
  readonly photo: string | null;
  readonly photo_small: string | null;
}

const COLUMNS = raw(
  `places.id, places.operator_id, places.city_id, cities.city_name, places.name, places.name_ne, places.lat, places.lon,
  places.landmark, places.landmark_ne, places.photo, places.photo_small`,
);
const PLACES = raw('places join cities on cities.id = places.city_id');

/** The number by which the index of places names an owner. */
const keyOf = (owner: OperatorId | null): number => owner ?? 0;

const toPlace = (row: PlaceRow): Place => ({
  id: row.id,
  operatorId: row.operator_id,
  city: { id: row.city_id, name: row.city_name },
  name: row.name,
  nameNe: row.name_ne,
  coordinates: { lat: row.lat, lon: row.lon },
  landmark: row.landmark,
  landmarkNe: row.landmark_ne,
  photo: row.photo === null || row.photo_small === null ? null : { large: row.photo, small: row.photo_small },
});

/** Stores places in `places`. The index `places_of_owner` accepts only one of several simultaneous equal names. */
export const knexPlaces = (sql: Sql): PlaceStore => ({
  async add({ operatorId, cityId, name, nameNe, coordinates: { lat, lon }, landmark, landmarkNe }) {
    const city = await sql.one<{ city_name: string }>`select city_name from cities where id = ${cityId}`;
    if (!city) return 'no city';
    const added = await sql.one<{ id: PlaceId }>`
      insert into places (operator_id, city_id, name, name_key, name_ne, lat, lon, landmark, landmark_ne)
      values (${operatorId}, ${cityId}, ${name}, ${folded(name)}, ${nameNe}, ${lat}, ${lon}, ${landmark}, ${landmarkNe})
      on conflict do nothing returning id`;
    if (!added) return 'taken';
    const given = { operatorId, name, nameNe, coordinates: { lat, lon }, landmark, landmarkNe };
    return { id: added.id, city: { id: cityId, name: city.city_name }, ...given, photo: null };
  },

  async lock(id) {
    const row = await sql.one<PlaceRow>`
      select ${COLUMNS} from ${PLACES} where places.id = ${id} ${forUpdate(sql, 'places')}`;
    return row && toPlace(row);
  },

  async named(owner, city, name) {
    const row = await sql.one<PlaceRow>`
      select ${COLUMNS} from ${PLACES}
      where coalesce(places.operator_id, 0) = ${keyOf(owner)} and places.city_id = ${city} and places.name_key = ${folded(name)}
      ${forUpdate(sql, 'places')}`;
    return row && toPlace(row);
  },

  async change({ id, name, nameNe, coordinates: { lat, lon }, landmark, landmarkNe }) {
    try {
      await sql.changes`
        update places set name = ${name}, name_key = ${folded(name)}, name_ne = ${nameNe}, lat = ${lat}, lon = ${lon},
          landmark = ${landmark}, landmark_ne = ${landmarkNe}
        where id = ${id}`;
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  },

  async setPhoto(id, photo) {
    await sql.changes`
      update places set photo = ${photo?.large ?? null}, photo_small = ${photo?.small ?? null} where id = ${id}`;
  },

  async remove(id) {
    await sql.changes`delete from places where id = ${id}`;
  },
});

export const knexPlaceViews = (read: Sql): PlaceViews => ({
  async find(id) {
    const row = await read.one<PlaceRow>`select ${COLUMNS} from ${PLACES} where places.id = ${id}`;
    return row && toPlace(row);
  },

  async all({ owners, cityId }) {
    const chosen = [
      fragment`coalesce(places.operator_id, 0) in ${list(owners.map(keyOf))}`,
      ...(cityId === undefined ? [] : [fragment`places.city_id = ${cityId}`]),
    ];
    const rows = await read.rows<PlaceRow>`select ${COLUMNS} from ${PLACES} ${where(chosen)}`;
    return rows.map(toPlace);
  },
});
