import { randomInt, randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { knexScreens } from '../adapters/knex/screens.ts';
import { postgresSql, sqliteSql } from '../adapters/knex/sql.ts';
import type { Sql } from '../adapters/knex/sql.ts';
import { knexStores } from '../adapters/knex/transact.ts';
import type { Keep } from '../app/world.ts';

/*
 * What the stack itself can do: the very statements the service runs, without the service. They are caught while the use cases
 * run once, with values that stand out, and are then run bare, over and over, with other values in their places.
 */

type Row = Readonly<Record<string, unknown>>;

/** A statement as it reached the driver, with the rows it answered; or where a transaction begins and ends. */
export type Caught = { readonly text: string; readonly values: readonly unknown[]; readonly rows: readonly Row[] } | 'begin' | 'commit';

/** Puts another value in the place of one that stands out. */
export type Fill = (value: unknown) => unknown;

/** The stores and screens over a connection that notes what it is sent. */
function noting(sql: Sql, caught: Caught[]): Pick<Keep, 'transact' | 'screens'> {
  return {
    screens: knexScreens(sql),
    transact: async (work) => {
      caught.push('begin');
      const result = await work(knexStores(sql));
      caught.push('commit');
      return result;
    },
  };
}

/** The statements that `work` sends on SQLite. What it changes is undone. */
export async function catchOnSqlite(file: string, work: (keep: Pick<Keep, 'transact' | 'screens'>) => Promise<unknown>): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  const database = new BetterSqlite3(file);
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    return {
      all: (...values: unknown[]) => {
        const rows = statement.all(...values) as Row[];
        caught.push({ text, values, rows });
        return rows;
      },
      get: (...values: unknown[]) => {
        const row = statement.get(...values) as Row | undefined;
        caught.push({ text, values, rows: row ? [row] : [] });
        return row;
      },
      run: (...values: unknown[]) => {
        caught.push({ text, values, rows: [] });
        return statement.run(...values);
      },
    };
  };
  database.exec('begin');
  await work(noting(sqliteSql({ prepare } as unknown as BetterSqlite3.Database), caught));
  database.exec('rollback');
  database.close();
  return caught;
}

/** The statements that `work` sends on Postgres. What it changes is undone. */
export async function catchOnPostgres(url: string, work: (keep: Pick<Keep, 'transact' | 'screens'>) => Promise<unknown>): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const step = { text, values, rows: [] as Row[] };
    caught.push(step);
    const result = await client.query<Row>(text, values);
    step.rows = result.rows;
    return result;
  };
  const posted: Promise<unknown>[] = [];
  await work(noting(postgresSql({ query } as unknown as pg.ClientBase, posted), caught));
  await Promise.all(posted);
  await client.query('rollback');
  await client.end();
  return caught;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const BOOKING_CODE = /^BT\d{12}$/;

/** What must differ from round to round by itself: keys drawn at random, and keys that an insert of the same round answered. */
function roundOf(fill: Fill): { readonly value: Fill; readonly note: (caught: readonly Row[], rows: readonly Row[]) => void } {
  const drawn = new Map<unknown, unknown>();
  const draw = (value: unknown, make: () => unknown): unknown => {
    if (!drawn.has(value)) drawn.set(value, make());
    return drawn.get(value);
  };
  return {
    value: (value) => {
      if (drawn.has(value)) return drawn.get(value);
      if (typeof value === 'string' && UUID.test(value)) return draw(value, randomUUID);
      if (typeof value === 'string' && BOOKING_CODE.test(value)) return draw(value, () => `BT${String(randomInt(1e12)).padStart(12, '0')}`);
      return fill(value);
    },
    note: ([caught], [row]) => {
      if (typeof caught?.['id'] === 'number' && row?.['id'] !== undefined) drawn.set(caught['id'], row['id']);
    },
  };
}

/** Whether a round met another: its seats were taken or not as they were when the statement was caught. It is given up then. */
const meets = (step: { readonly rows: readonly Row[] }, rows: readonly Row[]): boolean => rows.length !== step.rows.length;

const isInsert = (text: string): boolean => /^\s*insert/.test(text);

/** Rounds a second on a bare better-sqlite3 connection with the service's settings. */
export function runOnSqlite(file: string, caught: readonly Caught[], seconds: number, fillOf: (round: number) => Fill): number {
  const database = new BetterSqlite3(file);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000']) database.pragma(pragma);
  const [begin, commit, rollback] = [database.prepare('begin immediate'), database.prepare('commit'), database.prepare('rollback')];
  const steps = caught.map((step) => (typeof step === 'string' ? step : { ...step, statement: database.prepare(step.text) }));

  const started = performance.now();
  let rounds = 0;
  for (; performance.now() - started < seconds * 1_000; rounds += 1) {
    const round = roundOf(fillOf(rounds));
    for (const step of steps) {
      if (step === 'begin') begin.run();
      else if (step === 'commit') commit.run();
      else {
        const values = step.values.map(round.value);
        if (!step.statement.reader) {
          step.statement.run(...values);
          continue;
        }
        const rows = step.statement.all(...values) as Row[];
        if (database.inTransaction && meets(step, rows)) {
          rollback.run();
          break;
        }
        if (isInsert(step.text)) round.note(step.rows, rows);
      }
    }
  }
  const elapsed = (performance.now() - started) / 1_000;
  database.close();
  return rounds / elapsed;
}

/** The same on Postgres: fifty callers on ten connections, statements named. */
export async function runOnPostgres(url: string, caught: readonly Caught[], seconds: number, fillOf: (round: number) => Fill): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const started = performance.now();
  let rounds = 0;

  const caller = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1_000) {
      const round = roundOf(fillOf((rounds += 1)));
      const client = await pool.connect();
      let isOpen = false;
      for (const [index, step] of caught.entries()) {
        if (typeof step === 'string') {
          await client.query(step);
          isOpen = step === 'begin';
        } else {
          const { rows } = await client.query<Row>({ name: `limit${index}`, text: step.text, values: step.values.map(round.value) });
          if (isOpen && meets(step, rows)) {
            await client.query('rollback');
            break;
          }
          if (isInsert(step.text)) round.note(step.rows, rows);
        }
      }
      client.release();
    }
  };
  await Promise.all(Array.from({ length: 50 }, caller));
  const elapsed = (performance.now() - started) / 1_000;
  await pool.end();
  return rounds / elapsed;
}
