import type { CityId } from '../../core/kernel/ids.ts';
import { byCityName } from '../../core/trips/ports.ts';
import type { CityRepo } from '../../core/trips/ports.ts';
import type { Sql } from './sql.ts';

/** Rows of `cities`. Sorted here, since databases order letters in ways of their own. */
export const knexCities = (read: Sql): CityRepo => ({
  async all() {
    const rows = await read.rows<{ id: CityId; city_name: string }>`select id, city_name from cities`;
    return rows.map((row) => ({ id: row.id, name: row.city_name })).sort(byCityName);
  },
});
