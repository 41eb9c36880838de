import type { Knex } from 'knex';
import * as firstSchema from './0001-first-schema.ts';
import * as rateLimits from './0002-rate-limits.ts';
import * as papersTwice from './0003-papers-twice.ts';

/** Every migration, in order. Listed here rather than read from a folder, so that a bundled server carries them. */
const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-first-schema': firstSchema,
  '0002-rate-limits': rateLimits,
  '0003-papers-twice': papersTwice,
};

export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name];
    if (!migration) throw new Error(`The database knows a migration "${name}" that this version of the service does not.`);
    return migration;
  },
};
