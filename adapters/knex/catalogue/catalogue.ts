import { inOrder } from '../engine/in-order.ts';
import {
  type AddedTrip,
  type Catalogue,
  type CatalogueTrip,
  type RouteId,
  type TripOutcome,
  requestedTrip,
} from '../../../core/catalogue/catalogue.ts';
import type { BusId, CityId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { cityKey, routeKey } from '../../../core/trips/city.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import type { Database } from '../engine/database.ts';
import { type Sql, inBatches, list, tuples } from '../engine/sql.ts';
import { dropStrandedHolds } from '../seats/holds-let-go.ts';
import { lockTrips, tripsMisfit, tripsSold } from '../trips/trips.ts';

/**
 * Rows of `cities`, `buses`, `routes` and `schedules`, found by their unique keys. Unchanged trips and seats are read
 * but not written, so that an import delays few simultaneous bookings.
 */
export const knexCatalogue = (sql: Sql, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): Catalogue => ({
  async known() {
    const cities = await sql.rows<{ id: CityId; key: string }>`select id, name_key as key from cities`;
    const operators = await sql.rows<{
      id: OperatorId;
      key: string;
    }>`select s.operator_id as id, u.email as key from staff s join users u on u.id = s.user_id where s.position = 'OWNER'`;
    const routes = await sql.rows<RouteRow>`select id, source_city_id, destination_city_id from routes`;
    return {
      cities: byKey(cities),
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
    return inOrder(names.map(cityKey), byKey(saved));
  },

  async takeTurn() {
    if (sql.dialect === 'postgres') await sql.one`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
  },

  async saveRoutes(routes) {
    // Sets a column to its own value, because only written rows are returned.
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
    const outcomes = await changeTrips(sql, trips, now);
    for (const { id, outcome } of outcomes)
      if (outcome === 'changed' || outcome === 'cancelled') manifestChanged({ of: 'trip', id });
    return outcomes.map(({ outcome }) => outcome);
  },

  dropStrandedHolds: (now) => dropStrandedHolds(sql, now),
});

/** The key of an advisory lock, chosen freely. Only its holder may import. */
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

interface RouteRow {
  readonly id: RouteId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
}

const keyed = (row: RouteRow) => ({ id: row.id, key: routeKey(row.source_city_id, row.destination_city_id) });

const byKey = <Id>(rows: readonly { readonly id: Id; readonly key: string }[]): Map<string, Id> =>
  new Map(rows.map(({ id, key }) => [key, id]));

interface TripRow {
  readonly id: TripId;
  readonly schedule_key: string;
  readonly route_id: RouteId;
  readonly bus_id: BusId;
  readonly fare_paisa: Paisa;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly status: TripStatus;
  readonly departed_at: Instant | null;
  readonly changed_in_office: boolean;
}

const isSame = (trip: CatalogueTrip, row: TripRow): boolean =>
  row.route_id === trip.routeId &&
  row.bus_id === trip.busId &&
  row.fare_paisa === trip.fare &&
  row.departure_time === trip.departsAt &&
  row.arrival_time === trip.arrivesAt &&
  row.status === trip.status;

const toTrip = (row: TripRow): CatalogueTrip => ({
  key: row.schedule_key,
  routeId: row.route_id,
  busId: row.bus_id,
  fare: row.fare_paisa,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  status: row.status,
});

async function tripsByKey(sql: Sql, trips: readonly CatalogueTrip[]): Promise<ReadonlyMap<string, TripRow>> {
  const rows = await inBatches(
    trips,
    (batch) => sql.rows<TripRow>`
      select id, schedule_key, route_id, bus_id, fare_paisa, departure_time, arrival_time, status, departed_at,
        changed_in_office
      from schedules where schedule_key in ${list(batch.map(({ key }) => key))}`,
  );
  return new Map(rows.map((row) => [row.schedule_key, row]));
}

async function addTrips(sql: Sql, trips: readonly CatalogueTrip[]): Promise<readonly AddedTrip[]> {
  const found = new Map<string, AddedTrip>();
  const there = await tripsByKey(sql, trips);
  for (const trip of trips) {
    const row = there.get(trip.key);
    if (row) found.set(trip.key, { id: row.id, differs: !isSame(requestedTrip(trip, toTrip(row)), row) });
  }
  const unknown = trips.filter(({ key }) => !there.has(key));
  for (const { id, schedule_key: key } of await writeTrips(sql, unknown)) found.set(key, { id, differs: false });
  return inOrder(
    trips.map(({ key }) => key),
    found,
  );
}

/** A trip of the catalogue, and its present row. */
interface Change {
  readonly trip: CatalogueTrip;
  readonly row: TripRow;
}

async function changeTrips(
  sql: Sql,
  trips: readonly CatalogueTrip[],
  now: Instant,
): Promise<readonly { readonly id: TripId; readonly outcome: TripOutcome }[]> {
  const seen = (await changesOf(sql, trips)).filter((change) => mayChange(change, now));
  await followSooner(sql, seen);
  await lockTrips(sql, idsOf(seen));
  // The trips are read again after the lock: somebody in the office may have changed one.
  const all = await changesOf(sql, trips);
  const changes = all.filter((change) => mayChange(change, now));
  const sold = await soldOtherwise(sql, changes, now);
  await inBatches(
    changes.filter(({ row }) => !sold.has(row.id)).map(({ trip }) => trip),
    (batch) => writeTrips(sql, batch),
  );
  return all.map((change) => ({ id: change.row.id, outcome: outcomeOf(change, sold, now) }));
}

function outcomeOf(change: Change, sold: ReadonlySet<TripId>, now: Instant): TripOutcome {
  if (!mayChange(change, now)) return 'kept';
  if (sold.has(change.row.id)) return 'sold';
  return isCancelled(change) ? 'cancelled' : 'changed';
}

const isCancelled = ({ trip, row }: Change): boolean => trip.status === 'CANCELLED' && row.status === 'ACTIVE';

/** Whether a person has changed the trip, or has reported that its bus left. */
const isTouched = ({ row }: Change): boolean => row.changed_in_office || row.departed_at !== null;

/** A trip that has arrived can't be cancelled any more. */
const mayChange = (change: Change, now: Instant): boolean =>
  !isTouched(change) && !(isCancelled(change) && change.row.arrival_time <= now);

async function changesOf(sql: Sql, trips: readonly CatalogueTrip[]): Promise<readonly Change[]> {
  const rows = inOrder(
    trips.map(({ key }) => key),
    await tripsByKey(sql, trips),
  );
  return trips.flatMap((trip, index): Change[] => {
    const row = rows[index];
    return row ? [{ trip: requestedTrip(trip, toTrip(row)), row }] : [];
  });
}

/**
 * Lowers `earns_at` and `completes_at` of bookings whose trip will depart or arrive earlier. They must never be later
 * than departure and arrival. Runs before the trips are locked, since a booking's row is always locked before its
 * trip's.
 */
async function followSooner(sql: Sql, changes: readonly Change[]): Promise<void> {
  const sooner = changes.filter(
    ({ trip, row }) => trip.arrivesAt < row.arrival_time || trip.departsAt < row.departure_time,
  );
  await inBatches(sooner, async (batch) => [
    await sql.changes`
      with sooner as (
        select cast(column1 as bigint) as trip, cast(column2 as bigint) as departure, cast(column3 as bigint) as arrival
        from (values ${tuples(batch.map(({ trip, row }) => [row.id, ...soonerOf(trip, row)]))}) as given)
      update bookings set earns_at = (select departure from sooner where sooner.trip = bookings.schedule_id),
        completes_at = (select arrival from sooner where sooner.trip = bookings.schedule_id)
      where schedule_id in ${list(batch.map(({ row }) => row.id))} and booking_status in ('CONFIRMED', 'CHECKED_IN')`,
  ]);
}

/** The earlier of old and new departure and arrival: the change may still be refused. */
const soonerOf = (trip: CatalogueTrip, row: TripRow): readonly [number, number] => [
  Math.min(trip.departsAt, row.departure_time),
  Math.min(trip.arrivesAt, row.arrival_time),
];

/**
 * Trips that must not change because of sold seats. Some are upcoming trips that get another bus. The others run again:
 * departed trips with a later time, and cancelled trips. All are locked. A trip that is cancelled keeps its bus and its
 * times, so it is never among them.
 */
async function soldOtherwise(sql: Sql, changes: readonly Change[], now: Instant): Promise<ReadonlySet<TripId>> {
  const ahead = changes.filter(({ trip, row }) => Math.max(row.departure_time, trip.departsAt) > now);
  const exchanged = idsOf(ahead.filter(({ trip, row }) => row.bus_id !== trip.busId));
  const goingAgain = idsOf(
    ahead.filter(
      ({ trip, row }) =>
        row.bus_id === trip.busId &&
        (row.departure_time <= now || (row.status !== 'ACTIVE' && trip.status === 'ACTIVE')),
    ),
  );
  return new Set([...(await tripsSold(sql, exchanged)), ...(await tripsMisfit(sql, goingAgain))]);
}

const idsOf = (changes: readonly Change[]): readonly TripId[] => changes.map(({ row }) => row.id);

const writeTrips = async (
  sql: Sql,
  trips: readonly CatalogueTrip[],
): Promise<readonly Pick<TripRow, 'id' | 'schedule_key'>[]> =>
  trips.length === 0
    ? []
    : sql.rows`
    insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status)
    select given.column1, cast(given.column2 as integer), buses.id, buses.operator_id, cast(given.column4 as bigint),
      cast(given.column5 as bigint), cast(given.column6 as bigint), given.column7
    from (values ${tuples(trips.map((trip) => [trip.key, trip.routeId, trip.busId, trip.fare, trip.departsAt, trip.arrivesAt, trip.status]))}) as given
      join buses on buses.id = cast(given.column3 as integer) where true
    on conflict (schedule_key) do update set
      route_id = excluded.route_id, bus_id = excluded.bus_id, operator_id = excluded.operator_id, fare_paisa = excluded.fare_paisa,
      departure_time = excluded.departure_time, arrival_time = excluded.arrival_time, status = excluded.status,
      bookings_ended = ${false}
    returning id, schedule_key`;

/**
 * Gathers Postgres' statistics after an import, so that the planner need not guess until autovacuum runs. SQLite plans
 * well without statistics.
 */
export async function refreshStatistics({ dialect, knex }: Database): Promise<void> {
  if (dialect === 'postgres') await knex.raw('analyze cities, routes, operators, buses, bus_seats, schedules');
}
