import { AsyncLocalStorage } from 'node:async_hooks';
import { expectDescribed, expectDescribedWebhook } from './described-messages.ts';
import { type Database, connectDatabase } from '../../adapters/knex/engine/database.ts';
import { type Part, type Sql, assemble } from '../../adapters/knex/engine/sql.ts';

/**
 * Connects to a database that reports two mistakes. One is a transaction inside another, which would wait for ever on
 * SQLite. The other is a statement outside the transaction around it. Only for tests, because the check makes every
 * promise slower on Node 20.
 */
export const connectGuarded: typeof connectDatabase = (...to) => guarded(connectDatabase(...to));

/** Holds every recorded MQTT message and every event against the AsyncAPI document. */
const describing = (sql: Sql): Sql => ({
  ...sql,
  post: (strings, ...parts) => {
    const { text, values } = assemble(strings, parts);
    if (text.includes('insert into outbox')) expectDescribed(String(values[1]), String(values[2]));
    if (text.includes('insert into feed_events'))
      for (let row = 0; row < values.length; row += EVENT_COLUMNS)
        expectDescribedWebhook(String(values[row + BODY_COLUMN]));
    sql.post(strings, ...parts);
  },
});

/** The number of columns of an inserted event, and the place of its body among them. */
const [EVENT_COLUMNS, BODY_COLUMN] = [7, 5];

/**
 * The databases in whose transactions the current call runs. One storage serves all databases: on Node 20 each promise
 * pays for every storage that was ever used, so one for each test's database slowed a worker down a hundredfold.
 */
const inside = new AsyncLocalStorage<ReadonlySet<Database>>();

function guarded(database: Database): Database {
  const outside = async <Result>(fault: string, send: () => Promise<Result>): Promise<Result> => {
    if (inside.getStore()?.has(database)) throw new Error(fault);
    return send();
  };
  const beside = <Result>(send: () => Promise<Result>): Promise<Result> =>
    outside('A statement was sent outside the transaction that it was called in.', send);
  const { read } = database;
  const guardedRead: Sql = {
    ...read,
    rows: <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
      beside(() => read.rows<Row>(strings, ...parts)),
    one: <Row>(strings: TemplateStringsArray, ...parts: readonly Part[]) =>
      beside(() => read.one<Row>(strings, ...parts)),
    changes: (strings, ...parts) => beside(() => read.changes(strings, ...parts)),
  };
  return {
    ...database,
    read: guardedRead,
    transaction: (work) =>
      outside('A transaction was begun inside another.', () =>
        database.transaction((sql) =>
          inside.run(new Set([...(inside.getStore() ?? []), database]), () => work(describing(sql))),
        ),
      ),
  };
}
