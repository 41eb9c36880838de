import type { Database } from '../../adapters/knex/engine/database.ts';
import type { Sql } from '../../adapters/knex/engine/sql.ts';

export const take = (sql: Sql, name: string): Promise<number> =>
  sql.changes`insert into leases (name, holder, expires_at) values (${name}, 'test', 1)`;

export const taken = async (database: Database): Promise<readonly string[]> =>
  (await database.read.rows<{ name: string }>`select name from leases order by name`).map(({ name }) => name);

/** The error with which a promise rejects. Fails the test if the promise resolves. */
export const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It did not reject.');
    },
    (error: unknown) => error,
  );
