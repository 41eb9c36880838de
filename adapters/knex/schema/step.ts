import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/** A migration of the schema. */
export interface Step {
  readonly up: (db: Knex) => Promise<void>;
  readonly down: (db: Knex) => Promise<void>;
  /** Lists the rows that `down` would delete, such as `users: 3`. A step with losses is not rolled back. */
  readonly losses: (db: Knex) => Promise<readonly string[]>;
  /**
   * True if on Postgres each statement is committed by itself. The previous version can then use a table while an index
   * is built or rows are filled in. An interrupted step runs again from its start.
   */
  readonly beside?: boolean;
  /** Tables that the step adds to an area, for docs/schema.md. */
  readonly adds?: { readonly area: string; readonly tables: readonly string[] };
}

/** Steps by name, in the order in which they are applied. */
export type Steps = Readonly<Record<string, Step>>;

/** Counts the rows of tables. Locks the tables on Postgres, so that nobody adds a row before they are dropped. */
export const rowsOf =
  (...tables: readonly string[]) =>
  async (db: Knex): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const table of tables) {
      if (isPostgres(db)) await db.raw('lock table ?? in access exclusive mode', [table]);
      const [row] = await db(table).count<{ count: number }[]>('* as count');
      if (Number(row?.count) > 0) found.push(`${table}: ${Number(row?.count)}`);
    }
    return found;
  };
