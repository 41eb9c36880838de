import { randomInt, randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { knexViews } from '../adapters/knex/views.ts';
import { type PgStatement, postgresSql } from '../adapters/knex/engine/pg-driver.ts';
import type { Sql } from '../adapters/knex/engine/sql.ts';
import { sqliteSql } from '../adapters/knex/engine/sqlite-driver.ts';
import { knexStores } from '../adapters/knex/stores.ts';
import { type ManifestChange } from '../core/boarding/manifest-revision.ts';
import type { Happening } from '../core/listening/happening.ts';
import { keepLine } from '../core/line/keep-line.ts';
import type { LineChange } from '../core/line/line-change.ts';
import { recordEvents } from '../core/listening/record-events.ts';
import { raiseRevisions } from '../core/boarding/raise-revisions.ts';
import { type Storage, storeNeeds } from '../app/storage.ts';

/*
 * Measures how fast the database driver alone runs the service's statements. First the use cases run once, with values
 * that can be recognised, and their statements are recorded. The bare driver then repeats the statements with other
 * values.
 */

type Row = Readonly<Record<string, unknown>>;

/** A recorded statement with its values and the rows that it returned, or the beginning or end of a transaction. */
export type Caught =
  { readonly text: string; readonly values: readonly unknown[]; readonly rows: readonly Row[] } | 'begin' | 'commit';

/** Replaces a recognisable value by the value of another round. */
export type Fill = (value: unknown) => unknown;

/** Stores and views on a connection that records its statements. */
function noting(sql: Sql, caught: Caught[]): Pick<Storage, 'transact' | 'views'> {
  return {
    views: knexViews(sql),
    transact: async (work) => {
      caught.push('begin');
      const needs = storeNeeds();
      const changes: ManifestChange[] = [];
      const happenings: Happening[] = [];
      const lineChanges: LineChange[] = [];
      const noted = {
        recordChange: () => undefined,
        manifestChanged: (change: ManifestChange) => void changes.push(change),
        happened: (happening: Happening) => void happenings.push(happening),
        estimateChanged: () => undefined,
        lineChanged: (change: LineChange) => void lineChanges.push(change),
      };
      const stores = knexStores(sql, { ...needs, ...noted });
      const result = await work(stores);
      await keepLine(stores, needs.lineTerms, lineChanges, needs.clock());
      await recordEvents(stores, happenings, needs, needs.clock());
      await raiseRevisions(stores, changes, needs.clock());
      caught.push('commit');
      return result;
    },
  };
}

/** Work whose statements are recorded. Calling `forget` drops the statements recorded so far. */
export type Recorded = (storage: Pick<Storage, 'transact' | 'views'>, forget: () => void) => Promise<unknown>;

/** Returns the statements that `work` sends on SQLite, and undoes its changes. */
export async function catchOnSqlite(file: string, work: Recorded): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  const database = new BetterSqlite3(file);
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    return {
      columns: () => statement.columns(),
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
  await work(noting(sqliteSql({ prepare } as unknown as BetterSqlite3.Database), caught), () => {
    caught.length = 0;
  });
  database.exec('rollback');
  database.close();
  return caught;
}

/** Returns the statements that `work` sends on Postgres, and rolls back its changes. */
export async function catchOnPostgres(url: string, work: Recorded): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  let last: Promise<unknown> = Promise.resolve();
  const send = async ({ text, values }: PgStatement) => {
    const step = { text, values, rows: [] as Row[] };
    caught.push(step);
    // The statements are sent one after another, because this client sends only one at a time.
    const answer = last.then(() => client.query<Row>(text, values));
    last = answer.catch(() => undefined);
    const result = await answer;
    step.rows = result.rows;
    return { rows: result.rows, rowCount: result.rowCount ?? 0, command: result.command };
  };
  const posted: Promise<unknown>[] = [];
  await work(
    noting(
      postgresSql({
        send,
        post: (statement) => {
          posted.push(send(statement));
        },
      }),
      caught,
    ),
    () => {
      caught.length = 0;
    },
  );
  await Promise.all(posted);
  await client.query('rollback');
  await client.end();
  return caught;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const BOOKING_CODE = /^BT\d{12}$/;

/**
 * Makes the values of one round. UUIDs and booking codes are random. Keys of inserted rows, of seats and of the trip's
 * company are taken from statements of the same round.
 */
function roundOf(fill: Fill): {
  readonly value: Fill;
  readonly note: (caught: readonly Row[], rows: readonly Row[]) => void;
} {
  const drawn = new Map<unknown, unknown>();
  const draw = (value: unknown, make: () => unknown): unknown => {
    if (!drawn.has(value)) drawn.set(value, make());
    return drawn.get(value);
  };
  return {
    value: (value) => {
      if (drawn.has(value)) return drawn.get(value);
      if (typeof value === 'string' && UUID.test(value)) return draw(value, randomUUID);
      if (typeof value === 'string' && BOOKING_CODE.test(value))
        return draw(value, () => `BT${String(randomInt(1e12)).padStart(12, '0')}`);
      return fill(value);
    },
    note: (caught, rows) => {
      const [[first], [row]] = [caught, rows];
      for (const key of ['id', 'operator_id'])
        if (typeof first?.[key] === 'number' && row?.[key] !== undefined) drawn.set(first[key], row[key]);
      caught.forEach((seat, index) => {
        if (typeof seat['seat_id'] === 'number') drawn.set(seat['seat_id'], rows[index]?.['seat_id']);
      });
    },
  };
}

/**
 * True if a statement returned another number of rows than when it was recorded. The reason is that another round has
 * taken this round's seats. The round is then dropped.
 */
const meets = (step: { readonly rows: readonly Row[] }, rows: readonly Row[]): boolean =>
  rows.length !== step.rows.length;

/** Whether later statements of the round use values that this statement returned. */
const returnsKeys = ({ text, rows }: { readonly text: string; readonly rows: readonly Row[] }): boolean =>
  /^\s*insert/.test(text) || rows.some((row) => 'seat_id' in row || 'operator_id' in row);

/** Returns how many rounds a bare better-sqlite3 connection with the service's settings runs in a second. */
export function runOnSqlite(
  file: string,
  caught: readonly Caught[],
  seconds: number,
  fillOf: (round: number) => Fill,
): number {
  const database = new BetterSqlite3(file);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000'])
    database.pragma(pragma);
  const [begin, commit, rollback] = [
    database.prepare('begin immediate'),
    database.prepare('commit'),
    database.prepare('rollback'),
  ];
  const steps = caught.map((step) =>
    typeof step === 'string' ? step : { ...step, statement: database.prepare(step.text) },
  );

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
        if (returnsKeys(step)) round.note(step.rows, rows);
      }
    }
  }
  const elapsed = (performance.now() - started) / 1_000;
  database.close();
  return rounds / elapsed;
}

/**
 * Returns how many rounds bare Postgres runs in a second, with fifty callers on ten connections and named statements.
 */
export async function runOnPostgres(
  url: string,
  caught: readonly Caught[],
  seconds: number,
  fillOf: (round: number) => Fill,
): Promise<number> {
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
          const { rows } = await client.query<Row>({
            name: `limit${index}`,
            text: step.text,
            values: step.values.map(round.value),
          });
          if (isOpen && meets(step, rows)) {
            await client.query('rollback');
            break;
          }
          if (returnsKeys(step)) round.note(step.rows, rows);
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
