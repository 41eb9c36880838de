import { connectDatabase } from '../adapters/knex/database.ts';
import { migrate, rollBack } from '../adapters/knex/migrate.ts';
import { readSettings } from './settings.ts';
import { databaseUnusable, tellFailure } from './start-failure.ts';

const HELP = `Brings the schema of the database up to date, or takes the newest step back.

  npm run migrate             apply every migration that is missing
  npm run migrate:rollback    take back the newest batch of migrations, with the data in what it created

The database is the one in DATABASE_URL: sqlite:PATH or postgres://…
`;

const COMMANDS = {
  latest: { run: migrate, nothing: 'The schema is up to date.', did: 'Applied' },
  rollback: { run: rollBack, nothing: 'There is nothing to take back.', did: 'Took back' },
};

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

async function main(command: string, options: readonly string[]): Promise<number> {
  if ([command, ...options].some((option) => option === '--help' || option === '-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (!isCommand(command) || options.length > 0) {
    process.stderr.write(HELP);
    return 1;
  }
  const { run, nothing, did } = COMMANDS[command];
  const names = await onDatabase(readSettings(process.env).databaseUrl, run);
  process.stdout.write(names.length === 0 ? `${nothing}\n` : names.map((name) => `${did} ${name}.\n`).join(''));
  return 0;
}

async function onDatabase(url: string, run: typeof migrate): ReturnType<typeof migrate> {
  try {
    const database = connectDatabase(url, { unhurried: true });
    return await run(database.knex).finally(() => database.close());
  } catch (error) {
    throw databaseUnusable(error);
  }
}

const [command = 'latest', ...options] = process.argv.slice(2);
process.exitCode = await main(command, options).catch(tellFailure);
