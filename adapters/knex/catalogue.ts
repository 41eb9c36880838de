import type { BusId, CityId, OperatorId, TripId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { cityKey, routeKey } from '../../core/trips/catalogue.ts';
import type { Catalogue, CatalogueTrip, RouteId } from '../../core/trips/catalogue.ts';
import { inBatches } from './batches.ts';
import { saveFleet } from './fleet.ts';
import { list, tuples } from './sql.ts';
import type { Sql } from './sql.ts';
import { tripsSold } from './trips.ts';

/**
 * Rows of `cities`, `buses`, `routes` and `schedules`, found by their unique keys.
 * Trips and seats that are already as they should be are read and not written, so that an import holds up few of those who book meanwhile.
 */
export const knexCatalogue = (sql: Sql): Catalogue => ({
  async known() {
    const cities = await sql.rows<{ id: CityId; key: string }>`select id, name_key as key from cities`;
    const operators = await sql.rows<{ id: OperatorId; key: string }>`select o.id, u.email as key from operators o join users u on u.id = o.user_id`;
    const buses = await sql.rows<{ id: BusId; key: string }>`select id, registration_no as key from buses`;
    const routes = await sql.rows<RouteRow>`select id, source_city_id, destination_city_id from routes`;
    return { cities: byKey(cities), operators: byKey(operators), buses: byKey(buses), routes: byKey(routes.map(keyed)) };
  },

  async saveCities(names) {
    const saved = await inBatches(names, (batch) => sql.rows<{ id: CityId; key: string }>`
      insert into cities (city_name, name_key) values ${tuples(batch.map((name) => [name, cityKey(name)]))}
      on conflict (name_key) do update set city_name = excluded.city_name returning id, name_key as key`);
    return inOrder(names.map(cityKey), byKey(saved));
  },

  saveBuses: (buses, now) => inBatches(buses, (batch) => saveFleet(sql, batch, now)),

  async saveRoutes(routes) {
    // Writes a column as it is, because only a row that was written is returned.
    const saved = await inBatches(routes, (batch) => sql.rows<RouteRow>`
      insert into routes (source_city_id, destination_city_id) values ${tuples(batch.map(({ source, destination }) => [source, destination]))}
      on conflict (source_city_id, destination_city_id) do update set source_city_id = excluded.source_city_id
      returning id, source_city_id, destination_city_id`);
    return inOrder(routes.map(({ source, destination }) => routeKey(source, destination)), byKey(saved.map(keyed)));
  },

  saveTrips: (trips, now) => inBatches(trips, (batch) => saveTrips(sql, batch, now)),
});

interface RouteRow {
  readonly id: RouteId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
}

const keyed = (row: RouteRow) => ({ id: row.id, key: routeKey(row.source_city_id, row.destination_city_id) });

const byKey = <Id>(rows: readonly { readonly id: Id; readonly key: string }[]): Map<string, Id> => new Map(rows.map(({ id, key }) => [key, id]));

/** What is found under each key, in the order of the keys. */
export const inOrder = <Value>(keys: readonly string[], found: ReadonlyMap<string, Value>): Value[] =>
  keys.map((key) => {
    const value = found.get(key);
    if (value === undefined) throw new Error(`A row that was saved is not there: ${key}`);
    return value;
  });

interface TripRow {
  readonly id: TripId;
  readonly schedule_key: string;
  readonly route_id: number;
  readonly bus_id: BusId;
  readonly fare_paisa: number;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly status: string;
}

const isSame = (trip: CatalogueTrip, row: TripRow): boolean =>
  row.route_id === trip.routeId && row.bus_id === trip.busId && row.fare_paisa === trip.fare
  && row.departure_time === trip.departsAt && row.arrival_time === trip.arrivesAt && row.status === trip.status;

async function saveTrips(sql: Sql, trips: readonly CatalogueTrip[], now: Instant): Promise<(TripId | 'sold')[]> {
  const there = new Map((await sql.rows<TripRow>`
    select id, schedule_key, route_id, bus_id, fare_paisa, departure_time, arrival_time, status
    from schedules where schedule_key in ${list(trips.map(({ key }) => key))}`).map((row) => [row.schedule_key, row]));

  const exchanged = trips.flatMap(({ key, busId }) => {
    const row = there.get(key);
    return row && row.bus_id !== busId && row.departure_time > now ? [row.id] : [];
  });
  const sold = await tripsSold(sql, exchanged);

  const found = new Map<string, TripId | 'sold'>();
  for (const row of there.values()) found.set(row.schedule_key, sold.has(row.id) ? 'sold' : row.id);
  const unsaved = trips.filter((trip) => {
    const row = there.get(trip.key);
    return !row || (!sold.has(row.id) && !isSame(trip, row));
  });
  if (unsaved.length > 0) for (const row of await writeTrips(sql, unsaved)) found.set(row.schedule_key, row.id);
  return inOrder(trips.map(({ key }) => key), found);
}

const writeTrips = (sql: Sql, trips: readonly CatalogueTrip[]): Promise<readonly Pick<TripRow, 'id' | 'schedule_key'>[]> =>
  sql.rows`
    insert into schedules (schedule_key, route_id, bus_id, fare_paisa, departure_time, arrival_time, status)
    values ${tuples(trips.map((trip) => [trip.key, trip.routeId, trip.busId, trip.fare, trip.departsAt, trip.arrivesAt, trip.status]))}
    on conflict (schedule_key) do update set
      route_id = excluded.route_id, bus_id = excluded.bus_id, fare_paisa = excluded.fare_paisa,
      departure_time = excluded.departure_time, arrival_time = excluded.arrival_time, status = excluded.status
    returning id, schedule_key`;
