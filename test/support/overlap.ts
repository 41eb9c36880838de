import type { Database } from '../../adapters/knex/engine/database.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';
import { eventually } from './eventually.ts';

/* Runs two transactions that want the same rows: at the same time on Postgres, one after the other on SQLite. */

/** The number of transactions that wait for a lock. Callers must be outside of these transactions. */
export async function waiting({ knex }: Pick<Database, 'knex'>): Promise<number> {
  const { rows } = await knex.raw<{ rows: readonly unknown[] }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

export const somebodyWaits = async (database: Pick<Database, 'knex'>): Promise<boolean> =>
  (await waiting(database)) > 0;

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

type Works<Result> = (transact: Transact<Stores>) => Promise<Result>;

/**
 * Starts the transaction `first`, pauses it where `stopping` says, and starts `second`. Resumes `first` when `second`
 * is done or waits for a lock. On SQLite `second` always runs after `first`.
 */
async function meeting<One, Two>(
  database: Database,
  stopping: (pause: () => Promise<void>) => Transact<Stores>,
  first: Works<One>,
  second: () => Promise<Two>,
): Promise<readonly [One, Two]> {
  const [hasStopped, goesOn] = [gate(), gate()];
  const one = first(
    stopping(() => {
      hasStopped.open();
      return goesOn.passed;
    }),
  );
  await Promise.race([hasStopped.passed, one]);
  const two = second();
  if (database.dialect === 'postgres') {
    await Promise.race([two.catch(() => undefined), eventually(() => somebodyWaits(database))]);
  }
  goesOn.open();
  return Promise.all([one, two]);
}

/** Starts `second` when `first` has done everything except its commit. */
export const beforeCommit = <One, Two>(
  database: Database,
  transact: Transact<Stores>,
  first: Works<One>,
  second: () => Promise<Two>,
): Promise<readonly [One, Two]> =>
  meeting(
    database,
    (pause) => (work) =>
      transact(async (stores) => {
        const result = await work(stores);
        await pause();
        return result;
      }),
    first,
    second,
  );

/** Starts `second` when `first` is about to call the store that `stopping` pauses. */
export const beforeCall = <One, Two>(
  database: Database,
  transact: Transact<Stores>,
  stopping: (stores: Stores, pause: () => Promise<void>) => Stores,
  first: Works<One>,
  second: () => Promise<Two>,
): Promise<readonly [One, Two]> =>
  meeting(database, (pause) => (work) => transact((stores) => work(stopping(stores, pause))), first, second);

/** Starts `second` when `first` is about to record its events. */
export const beforeRecording = <One, Two>(
  database: Database,
  transact: Transact<Stores>,
  first: Works<One>,
  second: () => Promise<Two>,
): Promise<readonly [One, Two]> =>
  beforeCall(
    database,
    transact,
    (stores, pause) => ({
      ...stores,
      events: {
        record: async (event, at) => {
          await pause();
          await stores.events.record(event, at);
        },
      },
    }),
    first,
    second,
  );

/**
 * Starts `work` while another transaction holds the locks that `locking` takes. Lets `meanwhile` happen before that
 * transaction commits. Returns the outcome of `work`, which had to wait.
 */
export async function afterWaiting<Result>(
  database: Database,
  transact: Transact<Stores>,
  locking: (stores: Stores) => Promise<unknown>,
  work: () => Promise<Result>,
  meanwhile: () => void,
): Promise<Result> {
  const [isLocked, goesOn] = [gate(), gate()];
  const holding = transact(async (stores) => {
    await locking(stores);
    isLocked.open();
    await goesOn.passed;
  });
  await isLocked.passed;
  const waits = work();
  if (database.dialect === 'postgres') await eventually(() => somebodyWaits(database));
  meanwhile();
  goesOn.open();
  const [result] = await Promise.all([waits, holding]);
  return result;
}
