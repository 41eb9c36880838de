import type { Knex } from 'knex';
import { isPostgres } from '../engine/knex-client.ts';

/** One migration of the schema. */
export interface Step {
  readonly up: (db: Knex) => Promise<void>;
  readonly down: (db: Knex) => Promise<void>;
  /** Says what people would lose by `down`, such as `users: 3`. A step is not rolled back while that is anything. */
  readonly losses: (db: Knex) => Promise<readonly string[]>;
  /**
   * On Postgres each statement is committed by itself, so that the version before can use a table while an index is
   * built or rows are filled in. An interrupted step is run again from its start.
   */
  readonly beside?: boolean;
  /** Tables that it adds to an area of the first release, for docs/schema.md. */
  readonly adds?: { readonly area: string; readonly tables: readonly string[] };
}

/** Steps by name, in the order in which they are applied. */
export type Steps = Readonly<Record<string, Step>>;

/** Counts the rows of tables. Takes locks on Postgres, so that nobody adds a row before the tables are dropped. */
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
