import { inOrder } from '../engine/in-order.ts';
import type { Catalogue, RouteId } from '../../../core/catalogue/catalogue.ts';
import type { CityId, OperatorId } from '../../../core/kernel/ids.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { cityKey, routeKey } from '../../../core/trips/city.ts';
import { cityTaken } from '../../../core/trips/refusals.ts';
import type { Database } from '../engine/database.ts';
import { type Sql, inBatches, list, tuples } from '../engine/sql.ts';
import { dropStrandedHolds } from '../seats/holds-let-go.ts';
import { CITY_COLUMNS, type CityRow as ListedCity, toCity } from '../trips/cities.ts';
import { addTrips, changeTrips, changesOf, isTouched } from './catalogue-trips.ts';

/**
 * Stores a catalogue in `cities`, `buses`, `routes` and `schedules`. Rows are found by their unique keys. Unchanged
 * trips and seats are read but not written, so that an import delays few simultaneous bookings.
 */
export const knexCatalogue = (
  sql: Sql,
  { manifestChanged, happened, lineChanged }: Pick<TransactionNeeds, 'manifestChanged' | 'happened' | 'lineChanged'>,
): Catalogue => ({
  async known() {
    const cities = await sql.rows<ListedCity & { key: string }>`
      select ${CITY_COLUMNS}, name_key as key from cities`;
    const names = cities.map(toCity);
    const operators = await sql.rows<{
      id: OperatorId;
      key: string;
    }>`select s.operator_id as id, u.email as key from staff s join users u on u.id = s.user_id where s.position = 'OWNER' and s.operator_id is not null`;
    const routes = await sql.rows<RouteRow>`select id, source_city_id, destination_city_id from routes`;
    return {
      cities: byKey(cities),
      cityNames: new Map(names.map(({ id, ...city }) => [id, city])),
      aliases: byKey(names.flatMap(({ id, aliases }) => aliases.map((alias) => ({ id, key: cityKey(alias) })))),
      operators: byKey(operators),
      routes: byKey(routes.map(keyed)),
    };
  },

  async saveCities(names) {
    const before = await citiesByKey(sql, names.map(cityKey));
    const saved = await inBatches(
      names,
      (batch) => sql.rows<{ id: CityId; key: string }>`
      insert into cities (city_name, name_key) values ${tuples(batch.map((name) => [name, cityKey(name)]))}
      on conflict (name_key) do update set city_name = excluded.city_name returning id, name_key as key`,
    );
    for (const name of names) {
      const known = before.get(cityKey(name));
      if (known && known.city_name !== name) manifestChanged({ of: 'city', id: known.id });
    }
    await claimNames(sql, saved);
    return inOrder(names.map(cityKey), byKey(saved));
  },

  async takeTurn() {
    if (sql.dialect === 'postgres') await sql.one`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
  },

  async saveRoutes(routes) {
    // The update sets a column to its own value, because only written rows are returned.
    const saved = await inBatches(
      routes,
      (batch) => sql.rows<RouteRow>`
      insert into routes (source_city_id, destination_city_id) values ${tuples(batch.map(({ source, destination }) => [source, destination]))}
      on conflict (source_city_id, destination_city_id) do update set source_city_id = excluded.source_city_id
      returning id, source_city_id, destination_city_id`,
    );
    return inOrder(
      routes.map(({ source, destination }) => routeKey(source, destination)),
      byKey(saved.map(keyed)),
    );
  },

  addTrips: (trips) => inBatches(trips, (batch) => addTrips(sql, batch)),

  async statusChanges(trips) {
    const changes = (await changesOf(sql, trips)).filter((change) => !isTouched(change));
    return changes
      .filter(({ trip, row }) => trip.status !== row.status)
      .map(({ trip, row }) => ({ id: row.id, key: trip.key, departsAt: row.departure_time, status: trip.status }));
  },

  async changeTrips(trips, now) {
    const outcomes = await changeTrips(sql, trips, now, happened);
    for (const { id, outcome } of outcomes)
      if (outcome !== 'kept' && outcome !== 'sold') manifestChanged({ of: 'trip', id });
    return outcomes.map(({ outcome }) => outcome);
  },

  async dropStrandedHolds(now) {
    const freed = await dropStrandedHolds(sql, now);
    for (const { tripId } of freed) lineChanged({ of: 'trip', tripId, letGo: false, at: now });
    return freed.filter(({ seats }) => seats.length > 0);
  },
});

/** The key of an advisory lock, chosen freely. Only the transaction that holds the lock may import. */
const IMPORT_LOCK = 7_218_334_903;

interface CityRow {
  readonly id: CityId;
  readonly key: string;
  readonly city_name: string;
}

async function citiesByKey(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, CityRow>> {
  const rows = await inBatches(
    keys,
    (batch) => sql.rows<CityRow>`select id, name_key as key, city_name from cities where name_key in ${list(batch)}`,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Stores the keys of cities in `city_names`. */
async function claimNames(sql: Sql, cities: readonly Pick<CityRow, 'id' | 'key'>[]): Promise<void> {
  const claimed = await inBatches(
    cities.map(({ key }) => key),
    (keys) => sql.rows<{ id: CityId; key: string }>`
      select city_id as id, name_key as key from city_names where name_key in ${list(keys)}`,
  );
  const owners = byKey(claimed);
  const missing = cities.filter(({ id, key }) => owners.get(key) !== id);
  if (missing.some(({ key }) => owners.has(key))) throw cityTaken();
  await inBatches(
    missing,
    (batch) => sql.rows<{ id: CityId }>`
      insert into city_names (name_key, city_id) values ${tuples(batch.map(({ id, key }) => [key, id]))}
      returning city_id as id`,
  );
}

interface RouteRow {
  readonly id: RouteId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
}

const keyed = (row: RouteRow) => ({ id: row.id, key: routeKey(row.source_city_id, row.destination_city_id) });

const byKey = <Id>(rows: readonly { readonly id: Id; readonly key: string }[]): Map<string, Id> =>
  new Map(rows.map(({ id, key }) => [key, id]));

/**
 * Gathers Postgres' statistics after an import, so that the planner need not guess until autovacuum runs. SQLite plans
 * well without statistics.
 */
export async function refreshStatistics({ dialect, knex }: Database): Promise<void> {
  if (dialect === 'postgres') await knex.raw('analyze cities, routes, operators, buses, bus_seats, schedules');
}
