import type { Knex } from 'knex';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { migrate, newestMigration, rollBack } from '../../adapters/knex/schema/migrate.ts';
import { readDatabaseUrl } from '../settings.ts';
import { databaseUnusable, exitWithFailure } from '../start-failure.ts';

const HELP = `Brings the schema of the database up to date, or rolls its newest migration back.

  npm run migrate                      apply every missing migration
  npm run migrate:rollback             name the migration that would be rolled back
  npm run migrate:rollback -- --yes    roll back this migration, unless rows that people made would be lost

DATABASE_URL names the database: sqlite:PATH or postgres://…
`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function latest(db: Knex): Promise<number> {
  const applied = await migrate(db);
  for (const name of applied) say(`Applied ${name}.`);
  if (applied.length === 0) say('The schema is up to date.');
  return 0;
}

async function rollback(db: Knex): Promise<number> {
  const rolledBack = await rollBack(db);
  for (const name of rolledBack) say(`Rolled back ${name}.`);
  if (rolledBack.length === 0) say('There is nothing to roll back.');
  return 0;
}

async function ask(db: Knex): Promise<number> {
  const newest = await newestMigration(db);
  if (newest === undefined) {
    say('There is nothing to roll back.');
    return 0;
  }
  process.stderr.write(
    `This rolls back ${newest}. Make a backup, stop every process of the service, then: npm run migrate:rollback -- --yes\n`,
  );
  return 1;
}

const COMMANDS: Readonly<Record<string, (db: Knex) => Promise<number>>> = {
  latest: latest,
  rollback: ask,
  'rollback --yes': rollback,
};

async function main(args: readonly string[]): Promise<number> {
  if (args.some((option) => option === '--help' || option === '-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const command = COMMANDS[args.join(' ')];
  if (!command) {
    process.stderr.write(HELP);
    return 1;
  }
  const url = readDatabaseUrl(process.env);
  try {
    const database = connectDatabase(url, { unhurried: true });
    return await command(database.knex).finally(() => database.close());
  } catch (error) {
    throw databaseUnusable(error);
  }
}

const args = process.argv.slice(2);
process.exitCode = await main(args.length === 0 ? ['latest'] : args).catch(exitWithFailure);
