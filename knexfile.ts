import { knexConfig } from './adapters/knex/engine/connect.ts';

/**
 * For Knex's own command line: `npx tsx node_modules/.bin/knex migrate:status`. The service itself reads
 * app/settings.ts.
 */
export default knexConfig(process.env['DATABASE_URL'] ?? 'sqlite:./data/busticket.sqlite', { unhurried: true });
