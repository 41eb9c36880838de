import { knexConfig } from './adapters/knex/engine/connect.ts';
import { migrationSourceOf, STEPS } from './adapters/knex/schema/steps.ts';

const url = process.env['DATABASE_URL']?.trim() || 'sqlite:./data/busticket.sqlite';

/**
 * The configuration for Knex's own command line: `npx tsx node_modules/.bin/knex migrate:status`. The service itself
 * reads app/settings.ts.
 */
export default {
  ...knexConfig(url, { unhurried: true }),
  migrations: { migrationSource: migrationSourceOf(STEPS, url.startsWith('sqlite:') ? 'sqlite' : 'postgres') },
};
