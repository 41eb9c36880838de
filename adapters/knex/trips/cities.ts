import type { CityId } from '../../../core/kernel/ids.ts';
import { type CityStore, cityKey } from '../../../core/trips/city.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import { type Sql, forUpdate } from '../engine/sql.ts';

/** Stores cities in `cities`. The unique index on `name_key` accepts only one of several simultaneous equal names. */
export const knexCities = (sql: Sql, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): CityStore => ({
  async add(name) {
    const added = await sql.one<{ id: CityId }>`
      insert into cities (city_name, name_key) values (${name}, ${cityKey(name)}) on conflict do nothing returning id`;
    return added?.id ?? 'taken';
  },

  async lock(id) {
    const row = await sql.one<{ city_name: string }>`select city_name from cities where id = ${id} ${forUpdate(sql)}`;
    return row && { id, name: row.city_name };
  },

  async rename(id, name) {
    try {
      await sql.changes`
        update cities set city_name = ${name}, name_key = ${cityKey(name)}, calendar_sequence = calendar_sequence + 1
        where id = ${id}`;
      manifestChanged({ of: 'city', id });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  },
});
