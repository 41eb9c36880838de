import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';

/* The two database drivers of the minimal server, with the service's settings. Every statement is prepared once. */

export type Value = string | number | null | readonly (string | number)[];

/** A statement with its values, which its text names `$1`, `$2` and so on. */
export type Statement = readonly [text: string, ...values: Value[]];

/** The work of one transaction. Yields statements one by one, and gets the rows of each. */
export type Work<Result> = Generator<Statement, Result, unknown[]>;

export interface MinimalDatabase {
  read(...statement: Statement): Promise<unknown[]>;
  transact<Result>(work: () => Work<Result>): Promise<Result>;
}

/** Opens SQLite. A transaction runs without a pause, so there is never more than one. */
function onSqlite(file: string): MinimalDatabase {
  const database = new BetterSqlite3(file);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000'])
    database.pragma(pragma);
  const prepared = new Map<string, (values: readonly Value[]) => unknown[]>();

  const prepare = (text: string): ((values: readonly Value[]) => unknown[]) => {
    const order: number[] = [];
    const statement = database.prepare(
      text.replace(/\$(\d+)/g, (_all, number) => {
        order.push(Number(number) - 1);
        return '?';
      }),
    );
    const bind = (values: readonly Value[]): unknown[] => order.map((index) => bound(values[index] ?? null));
    return statement.reader
      ? (values) => statement.all(...bind(values))
      : (values) => {
          statement.run(...bind(values));
          return [];
        };
  };
  const run = ([text, ...values]: Statement): unknown[] => {
    let known = prepared.get(text);
    if (!known) prepared.set(text, (known = prepare(text)));
    return known(values);
  };
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((text) => database.prepare(text));

  return {
    read: async (...statement) => run(statement),
    transact: async (work) => {
      begin?.run();
      try {
        const steps = work();
        let step = steps.next();
        while (!step.done) step = steps.next(run(step.value));
        commit?.run();
        return step.value;
      } catch (error) {
        rollback?.run();
        throw error;
      }
    },
  };
}

/** Converts a value for the driver. A list becomes JSON. */
const bound = (value: Value): unknown => (Array.isArray(value) ? JSON.stringify(value) : value);

const POOL_SIZE = 10;

function onPostgres(url: string): MinimalDatabase {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const names = new Map<string, string>();

  const named = ([text, ...values]: Statement): pg.QueryConfig => {
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = `s${names.size}`));
    return { name, text, values };
  };

  return {
    read: async (...statement) => (await pool.query<object>(named(statement))).rows,
    transact: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const steps = work();
        let step = steps.next();
        while (!step.done) step = steps.next((await client.query<object>(named(step.value))).rows);
        await client.query('commit');
        return step.value;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

const url = process.env['DATABASE_URL'] ?? '';
export const isSqlite = url.startsWith('sqlite:');
export const database = isSqlite ? onSqlite(url.slice('sqlite:'.length)) : onPostgres(url);
