import type { Coordinates } from '../../../core/kernel/coordinates.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import { type CityNames, type CityStore, type NamedCity, cityKey } from '../../../core/trips/city.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import { type Sql, forUpdate, raw, tuples } from '../engine/sql.ts';

export const toAliases = (json: string): readonly string[] => JSON.parse(json) as readonly string[];

/** The columns of a CityRow. */
export const CITY_COLUMNS = raw('id, city_name, aliases, name_ne, lat, lon');

export interface CityRow {
  readonly id: CityId;
  readonly city_name: string;
  readonly aliases: string;
  readonly name_ne: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

export const toCity = (row: CityRow): NamedCity => ({
  id: row.id,
  name: row.city_name,
  aliases: toAliases(row.aliases),
  nameNe: row.name_ne,
  coordinates: toCoordinates(row),
});

const toCoordinates = ({ lat, lon }: Pick<CityRow, 'lat' | 'lon'>): Coordinates | null =>
  lat === null || lon === null ? null : { lat, lon };

/** Keys in one order, so that simultaneous transactions with the same keys wait for each other and cannot deadlock. */
const inOneOrder = (keys: readonly string[]): readonly string[] => [...keys].sort();

/**
 * Stores cities in `cities`, and the keys of all their names in `city_names`. Its primary key accepts only one of
 * several simultaneous equal names.
 */
export const knexCities = (sql: Sql, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): CityStore => ({
  async add({ name, aliases }) {
    const added = await sql.one<{ id: CityId }>`
      insert into cities (city_name, name_key, aliases) values (${name}, ${cityKey(name)}, ${JSON.stringify(aliases)})
      on conflict do nothing returning id`;
    if (!added) return 'taken';
    return (await unlessTaken(() => nameCity(sql, added.id, cityKey(name), aliases))) ? added.id : 'taken';
  },

  async lock(id) {
    const row = await sql.one<CityRow>`select ${CITY_COLUMNS} from cities where id = ${id} ${forUpdate(sql)}`;
    return row && toCity(row);
  },

  async change(id, { name, aliases }) {
    const before = await sql.one<{ city_name: string; name_key: string }>`
      select city_name, name_key from cities where id = ${id}`;
    const isRenamed = before?.city_name !== name;
    // A city that shared its name with another one before keys were folded keeps its own key with its name.
    const key = isRenamed ? cityKey(name) : before.name_key;
    const isChanged = await unlessTaken(async () => {
      await sql.changes`
        update cities set city_name = ${name}, name_key = ${key}, aliases = ${JSON.stringify(aliases)},
          calendar_sequence = calendar_sequence + ${isRenamed ? 1 : 0}
        where id = ${id}`;
      await nameCity(sql, id, key, aliases);
    });
    if (isChanged && isRenamed) manifestChanged({ of: 'city', id });
    return isChanged;
  },

  async describe(id, { nameNe, coordinates }) {
    await sql.changes`
      update cities set name_ne = ${nameNe}, lat = ${coordinates?.lat ?? null}, lon = ${coordinates?.lon ?? null}
      where id = ${id}`;
  },
});

/** Replaces the keys of a city's names. */
async function nameCity(sql: Sql, id: CityId, key: string, aliases: CityNames['aliases']): Promise<void> {
  await sql.changes`delete from city_names where city_id = ${id}`;
  const keys = inOneOrder([key, ...aliases.map(cityKey)]);
  await sql.changes`insert into city_names (name_key, city_id) values ${tuples(keys.map((name) => [name, id]))}`;
}

async function unlessTaken(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
