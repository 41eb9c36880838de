import { type Sql, fragment } from '../adapters/knex/engine/sql.ts';
import type { Database } from '../adapters/knex/engine/database.ts';

/*
 * Makes a catalogue of any size. A search finds equally many trips in every size. Every route has twenty departures a
 * day, each on a bus with forty seats. The database makes the rows itself, with statements that work on SQLite and
 * Postgres.
 */

export const SEATS_A_BUS = 40;
const CITIES = 20;
const BUSES = 400;
const OPERATORS = 50;
/**
 * The first key of companies, which is high, so that keys of companies differ from all other numbers: see `keysApart`.
 */
const FIRST_OPERATOR = 1_200_000_001;
const MOST_ROUTES = 200;
const DEPARTURES_A_DAY = 20;
const DAY = 86_400_000;
/**
 * Milliseconds between departures. All departures of a day are on one local day in Nepal, so that a single search finds
 * all.
 */
const BETWEEN_DEPARTURES = 50 * 60_000;

export interface Generated {
  readonly schedules: number;
  readonly routes: number;
  readonly days: number;
  /** Midnight UTC before the first departure. */
  readonly firstDay: number;
}

/** The names of the cities at both ends of a route. Routes are numbered from 0. */
export const citiesOf = (route: number): { readonly origin: string; readonly destination: string } => {
  const source = route % CITIES;
  return { origin: `City ${source}`, destination: `City ${(source + 1 + Math.floor(route / CITIES)) % CITIES}` };
};

/** A table `n` of the numbers `i` from 0 up to `count`, exclusive. */
export const numbers = (count: number) =>
  fragment`with recursive n (i) as (select 0 union all select i + 1 from n where i < cast(${count - 1} as integer))`;

/** Fills a database that is migrated and empty. Trips get the keys 1, 2 and so on. */
export async function generate(database: Database, schedules: number, today: number): Promise<Generated> {
  const routes = Math.min(MOST_ROUTES, Math.max(1, Math.floor(schedules / DEPARTURES_A_DAY)));
  const days = Math.max(1, Math.ceil(schedules / DEPARTURES_A_DAY / routes));
  const firstDay = Math.floor(today / DAY) * DAY + 2 * DAY;

  await database.transaction(async (sql) => {
    await keysApart(sql);
    await operators(sql, today);
    await fleet(sql);
    for (let route = 0; route < routes; route += 1) await addRoute(sql, route);
    await sql.changes`
      ${numbers(schedules)}
      insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status, papers_ok)
      select 'bench-' || i, 1 + (i / ${DEPARTURES_A_DAY}) % ${routes}, 1 + i % ${BUSES}, ${FIRST_OPERATOR} + i % ${BUSES} % ${OPERATORS}, 80000 + 100 * (i % 1000), departs, departs + 25200000, 'ACTIVE', true
      from (select i, ${firstDay} + ${DAY} * cast(i / ${DEPARTURES_A_DAY * routes} as bigint) + ${BETWEEN_DEPARTURES} * cast(i % ${DEPARTURES_A_DAY} as bigint) as departs from n) as at`;
  });
  await database.knex.raw('analyze');
  return { schedules, routes, days, firstDay };
}

/**
 * Gives each table its own range of keys. When the driver benchmark replaces recorded values, the range shows what a
 * value means.
 */
async function keysApart(sql: Sql): Promise<void> {
  for (const [table, start] of Object.entries({
    users: 200_000_000,
    bookings: 400_000_000,
    payments: 600_000_000,
    payment_webhook_logs: 800_000_000,
    bus_seats: 1_000_000_000,
  })) {
    if (sql.dialect === 'postgres') await sql.rows`select setval(pg_get_serial_sequence(${table}, 'id'), ${start})`;
    else await sql.changes`insert into sqlite_sequence (name, seq) values (${table}, ${start})`;
  }
}

async function operators(sql: Sql, now: number): Promise<void> {
  await sql.changes`
    ${numbers(OPERATORS)}
    insert into users (role, full_name, email, password_hash, email_verified, status, avatar_color, created_at)
    select 'OPERATOR', 'Operator ' || i, 'operator' || i || '@example.com', '!', true, 'ACTIVE', '#0f766e', cast(${now} as bigint) from n`;
  await sql.changes`
    ${numbers(OPERATORS)}
    insert into operators (id, company_name, name_key, rating_sum, rating_count, created_at)
    select ${FIRST_OPERATOR} + i, 'Operator ' || i, 'operator ' || i, 0, 0, cast(${now} as bigint) from n`;
  await sql.changes`
    insert into staff (operator_id, user_id, position, status, joined_at)
    select operators.id, users.id, 'OWNER', 'ACTIVE', users.created_at
    from operators join users on users.full_name = operators.company_name`;
}

async function fleet(sql: Sql): Promise<void> {
  await sql.changes`${numbers(CITIES)} insert into cities (city_name, name_key) select 'City ' || i, 'city ' || i from n`;
  await sql.changes`
    ${numbers(BUSES)}
    insert into buses (operator_id, bus_name, registration_no, registration_key, search_key, created_at, bus_type, total_seats, approval_status, status, has_seat_map,
                       seat_rows, seat_cols, deck_count, active_seats)
    select ${FIRST_OPERATOR} + i % ${OPERATORS}, 'Bus ' || i, 'BA 1 KHA ' || i, 'ba1kha' || i, 'bus ' || i, 0, 'DELUXE', ${SEATS_A_BUS}, 'APPROVED', 'ACTIVE', true, 10, 4, 1, ${SEATS_A_BUS} from n`;
  await sql.changes`
    insert into bus_documents (bus_id, type, status, uploaded_at, listed_as)
    select buses.id, papers.type, 'VERIFIED', 0, 1 from buses
    cross join (select 'REGISTRATION' as type union all select 'ROUTE_PERMIT' union all select 'INSURANCE' union all select 'FITNESS') as papers`;
  await sql.changes`
    ${numbers(SEATS_A_BUS)}
    insert into bus_seats (bus_id, seat_number, deck, row_number, col_number, seat_type, is_active)
    select buses.id, 'S' || (i + 1), 1, 1 + i / 4, 1 + i % 4, 'STANDARD', true from buses cross join n`;
}

async function addRoute(sql: Sql, route: number): Promise<void> {
  const { origin, destination } = citiesOf(route);
  await sql.changes`
    insert into routes (source_city_id, destination_city_id)
    select source.id, destination.id from cities as source, cities as destination where source.city_name = ${origin} and destination.city_name = ${destination}`;
}
