import { setTimeout as pause } from 'node:timers/promises';
import { draws } from '../adapters/crypto/draws.ts';
import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import { list } from '../adapters/knex/engine/sql.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { storeNeeds } from '../app/storage.ts';
import type { TripId, UserId } from '../core/kernel/ids.ts';
import type { Instant } from '../core/kernel/time.ts';
import { doorNameOf } from '../core/line/door.ts';
import { brokenInvariants } from './audit.ts';
import { type Bed, PORT } from './bed.ts';
import type { Bench } from './bench.ts';
import type { Seen } from './door-callers.ts';
import { type Crowd, startCrowd } from './door-crowd.ts';
import { startServer } from './server.ts';
import { type Aim, atLeast, atMost } from './table.ts';

/** How many people come. */
interface Size {
  readonly places: number;
  /** The people of these who join while it is measured; the others are there before. */
  readonly joining: number;
  readonly pollsPerSecond: number;
  /** The people who are let in. */
  readonly entering: number;
  readonly trips: number;
  /** Seconds from the preparation to the opening. */
  readonly ahead: number;
}

const USUAL: Size = { places: 50_000, joining: 5_000, pollsPerSecond: 2_000, entering: 600, trips: 40, ahead: 90 };
const TINY: Size = { places: 200, joining: 50, pollsPerSecond: 20, entering: 20, trips: 2, ahead: 15 };

/** The number of people whom the service lets in each minute. */
const ADMITS_PER_MINUTE = 600;
/** The most milliseconds for the draw, a poll and a hold. */
const [MOST_FOR_DRAW, MOST_FOR_POLL, MOST_FOR_HOLD] = [5_000, 200, 1_000];
/** Joins in a second, at least. */
const LEAST_JOINS = 500;
/** The most transactions for a poll, beyond those of an idle server. The view of the doors is read every 5 seconds. */
const MOST_FOR_A_POLL = 0.01;

interface Opening {
  readonly opensAt: Instant;
  readonly trips: readonly TripId[];
  /** The people who have no place yet. */
  readonly joining: readonly UserId[];
}

/** Measures an opening of a sale before two processes of the service: joining, asking, the draw and going in. */
export async function measureDoor(bench: Bench, { database: name, url }: Bed): Promise<void> {
  const size = bench.tiny ? TINY : USUAL;
  bench.say(` a sale that opens, ${size.places.toLocaleString('en')} places …`);
  const database = connectDatabase(url, { unhurried: true });
  const opening = await prepared(database, size);
  const settings = { DATABASE_URL: url, DOOR_IDENTITY: 'account', DOOR_ADMITS_PER_MINUTE: String(ADMITS_PER_MINUTE) };
  const servers = await Promise.all([0, 1].map((offset) => startServer(PORT + offset, settings)));
  const crowd = startCrowd();
  const add = (what: string, { rate, p95, failed }: Partial<Seen>, aims: readonly Aim[]): void => {
    bench.lines.push({
      database: name,
      name: `${what}, two processes`,
      ...(rate !== undefined && { rate }),
      ...(failed !== undefined && { failed }),
      aims: bench.tiny ? [] : aims,
      ...(p95 !== undefined && { note: `p95 ${Math.round(p95)} ms` }),
    });
    bench.say(`  ${what}: ${aims.map(({ aim, got }) => `${aim}: ${got}`).join(', ')}`);
    if (failed !== undefined && failed > 0) bench.broken = true;
  };
  try {
    await measured({ crowd, database, urls: servers.map((server) => server.url), size, bench }, opening, add);
  } finally {
    crowd.leave();
    await Promise.all(servers.map(({ stop }) => stop()));
    await database.close();
  }
  const broken = await brokenInvariants(url);
  if (broken !== undefined) {
    bench.broken = true;
    bench.say(broken);
  }
}

interface Scene {
  readonly crowd: Crowd;
  readonly database: Database;
  readonly urls: readonly string[];
  readonly size: Size;
  readonly bench: Pick<Bench, 'seconds' | 'tiny'>;
}

async function measured(
  { crowd, database, urls, size, bench }: Scene,
  { opensAt, trips, joining }: Opening,
  add: (what: string, seen: Partial<Seen>, aims: readonly Aim[]) => void,
): Promise<void> {
  const target = { urls, door: doorNameOf(opensAt) };
  const poll = { ...target, does: 'poll', perSecond: size.pollsPerSecond } as const;
  const seconds = Math.max(1, Math.round(bench.seconds));

  const [idle] = await transactionsIn(database, () => pause(seconds * 1_000));
  const [busy, asked] = await transactionsIn(database, () => crowd.ask({ ...poll, seconds }));
  const polls = asked.rate * seconds;
  add(`ask for the door, ${size.pollsPerSecond} times a second`, asked, [
    atMost('p95', asked.p95, MOST_FOR_POLL, { unit: ' ms' }),
    atMost('transactions each', Math.max(0, busy - idle) / polls, MOST_FOR_A_POLL, { decimals: 4 }),
  ]);

  // Watched from the opening on, even if people still join then.
  const drawing = pause(Math.max(0, opensAt - Date.now())).then(() => drawTime(database, opensAt));
  const joined = await crowd.ask({ ...target, does: 'join', people: joining });
  add('take a place in line', joined, [atLeast('a second', joined.rate, LEAST_JOINS)]);

  const drawn = await drawing;
  add(`draw ${size.places.toLocaleString('en')} places`, {}, [
    atMost('done in', drawn, MOST_FOR_DRAW, { unit: ' ms' }),
  ]);

  const people = await firstInLine(database, opensAt, size.entering);
  const perSecond = ADMITS_PER_MINUTE / 60;
  const [entered, askedMeanwhile] = await Promise.all([
    crowd.ask({ ...target, does: 'enter', people, perSecond, trips }),
    crowd.ask({ ...poll, seconds: Math.ceil(people.length / perSecond) }),
  ]);
  const perMinute = 60 * entered.rate;
  add('go in and hold 2 best seats, while others ask', { ...entered, rate: entered.rate }, [
    // The last are let in with a step that begins up to 5 seconds later.
    atLeast('let in a minute', perMinute, 0.9 * ADMITS_PER_MINUTE),
    atMost('p95 of holds', entered.p95, MOST_FOR_HOLD, { unit: ' ms' }),
    atMost('p95 of asking', askedMeanwhile.p95, MOST_FOR_POLL, { unit: ' ms' }),
  ]);
}

/** Adds people, most of them with places, and trips whose sale opens soon. */
async function prepared(database: Database, size: Size): Promise<Opening> {
  const { places, joining, ahead } = size;
  const opensAt = ((Math.floor(Date.now() / 1_000) + ahead) * 1_000) as Instant;
  await database.transaction(async (sql) => {
    await sql.changes`
      insert into users (role, full_name, email, password_hash, email_verified, status, avatar_color, created_at)
      select 'PASSENGER', 'In line ' || i, 'line' || i || '@example.com', '!', true, 'ACTIVE', '#0f766e', cast(${opensAt} as bigint)
      from generate_series(1, cast(${places} as integer)) as n (i)`;
  });
  await knexTransact(database, storeNeeds())(({ doors }) => doors.ensure(opensAt, draws.newSeed()));
  const people = (
    await database.read.rows<{ id: UserId }>`select id from users where email like 'line%@example.com' order by id`
  ).map(({ id }) => id);
  const trips = (
    await database.read.rows<{ id: TripId }>`
      select id from schedules where status = 'ACTIVE' order by departure_time desc, id limit ${size.trips}`
  ).map(({ id }) => id);
  await database.transaction(async (sql) => {
    await sql.changes`
      update schedules set sale_opens_at = ${opensAt} where id in ${list(trips)}`;
    await sql.changes`
      insert into door_places (door_id, place, user_id, joined_at)
      select doors.id, row_number() over (order by users.id), users.id, 0
      from doors cross join (select id from users where email like 'line%@example.com' order by id limit ${places - joining}) as users
      where opens_at = ${opensAt}`;
    await sql.changes`update doors set joined = ${places - joining} where opens_at = ${opensAt}`;
  });
  await database.knex.raw('analyze');
  return { opensAt, trips, joining: people.slice(places - joining) };
}

/** Counts the transactions of the database while `work` runs. Statements outside a transaction count as one each. */
async function transactionsIn<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<readonly [transactions: number, result: Result]> {
  const before = await transactions(database);
  const result = await work();
  return [(await transactions(database)) - before, result];
}

/** Milliseconds after which Postgres has counted the transactions of connections that are in use. */
const COUNTED_MS = 1_500;

async function transactions(database: Database): Promise<number> {
  await pause(COUNTED_MS);
  const row = await database.read.one<{ count: number }>`
    select cast(xact_commit + xact_rollback as float) as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? Number.NaN;
}

const LOOK_MS = 50;

/** Milliseconds from the opening until the order is drawn. */
async function drawTime(database: Database, opensAt: Instant): Promise<number> {
  for (;;) {
    const row = await database.read.one<{ drawn: number | null }>`select drawn from doors where opens_at = ${opensAt}`;
    if (row && row.drawn !== null) return Date.now() - opensAt;
    await pause(LOOK_MS);
  }
}

async function firstInLine(database: Database, opensAt: Instant, count: number): Promise<readonly UserId[]> {
  const rows = await database.read.rows<{ user_id: UserId }>`
    select user_id from door_places join doors on doors.id = door_id
    where opens_at = ${opensAt} order by number limit ${count}`;
  return rows.map(({ user_id: id }) => id);
}
