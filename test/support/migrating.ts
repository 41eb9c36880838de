import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import { connectingUntil } from './connecting.ts';
import { engineOn } from './engines.ts';
import type { Engine } from './engines.ts';
import { freshDatabase, needs } from './servers.ts';

/** The database of a test, which begins with the newest schema. */
export interface Migrated {
  readonly database: Database;
  readonly engine: Engine;
  /** Takes this migration back, and those after it. */
  readonly back: () => Promise<void>;
  readonly forth: () => Promise<void>;
}

/** Runs a suite about one migration on both databases, each test on one of its own. */
export function aboutMigration(name: string, title: string, suite: (at: Migrated) => void): void {
  for (const kind of ['SQLite', 'Postgres'] as const) {
    describe(`${title} (${kind})`, function () {
      this.timeout(60_000);
      const connect = connectingUntil(afterEach);
      let opened: { readonly database: Database; readonly engine: Engine } | undefined;
      const present = () => {
        if (!opened) throw new Error('The database is not open yet.');
        return opened;
      };

      beforeEach(async function () {
        const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
        needs(this, url);
        const database = connect(url, { unhurried: true });
        opened = { database, engine: engineOn(database) };
        await migrate(database.knex);
      });

      suite({
        get database() {
          return present().database;
        },
        get engine() {
          return present().engine;
        },
        back: async () => {
          const { knex } = present().database;
          for (const one of [...migrationNames].reverse()) if (one >= name) await knex.migrate.down({ name: one });
        },
        forth: async () => {
          await migrate(present().database.knex);
        },
      });
    });
  }
}
