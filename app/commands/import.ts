import { writeCalendarEntry } from '../../adapters/icalendar/calendar-entry.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readCatalogue } from '../../adapters/catalogue-file/read-catalogue.ts';
import { scryptPasswords } from '../../adapters/crypto/passwords.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { migrate } from '../../adapters/knex/schema/migrate.ts';
import { refreshStatistics } from '../../adapters/knex/catalogue/catalogue.ts';
import { knexTransact } from '../../adapters/knex/stores.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { ReadCatalogue } from '../../core/catalogue/catalogue-file.ts';
import { type ImportReport, importCatalogue } from '../../core/catalogue/import-catalogue.ts';
import type { Progress } from '../../core/catalogue/load-catalogue.ts';
import { openGateways } from '../gateways.ts';
import { readSettings } from '../settings.ts';
import { databaseUnusable } from '../start-failure.ts';
import { storeTermsOf } from '../store-terms.ts';
import { storeNeeds } from '../storage.ts';

const HELP = `Loads a catalogue: cities, admins, operators, buses, routes, schedules and places.

  npm run --silent import -- FILE

FILE is JSON in UTF-8. The whole file is loaded in one transaction, or nothing. Existing rows are found by their natural
keys and updated. Bookings stay, except on trips that the file cancels. Existing users keep their password. The service
may be running and uses the new catalogue at once. DATABASE_URL names the database; days and times of daily schedules
are in TIME_ZONE. Mails about cancelled trips link to PASSENGER_CLIENT_BASE or BASE_URL.

Standard output: a JSON report with the number of rows of each section, the number of cities, companies, buses, documents,
places and trips that keep the office's changes ("kept"), and the ids of the schedules by their keys.
Standard error: the faults of the file, one on each line as POINTER: message; the progress of a long import.
Exit status: 0 loaded, 1 nothing loaded, 2 wrong usage.
`;

/** The folder in which the user called the command. npm runs its scripts in the folder of package.json. */
const standingIn = (): string =>
  (process.env['npm_lifecycle_event'] === 'import' && process.env['INIT_CWD']) || process.cwd();

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const LONG = { passwords: 50, schedules: 10_000 };

/** Shows the progress of a long import, on one line of a terminal. */
const tellProgress: Progress = (what, done, total) => {
  if (total < LONG[what]) return;
  const text = `${what === 'passwords' ? 'Hashing passwords' : 'Loading schedules'}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === total ? '\n' : ''}`);
  else say(text);
};

async function load(catalogue: ReadCatalogue): Promise<ImportReport> {
  const settings = readSettings(process.env);
  const { databaseUrl, timeZone, scryptLogN, passengerClientBase } = settings;
  const database = connectDatabase(databaseUrl, { unhurried: true });
  try {
    await migrate(database.knex).catch((error: unknown) => {
      throw databaseUnusable(error);
    });
    const report = await importCatalogue({
      clock: () => Date.now() as Instant,
      calendar: calendarOf(timeZone),
      random: systemRandom,
      passwords: scryptPasswords({ logN: scryptLogN }),
      transact: knexTransact(database, storeNeeds(storeTermsOf(settings))),
      passengerClientBase,
      writeCalendarEntry: writeCalendarEntry(settings),
      roadBounds: settings.roadBounds,
      gateways: openGateways({ ...settings, sandboxKey: undefined }).gateways,
      progress: tellProgress,
    })(catalogue);
    await refreshStatistics(database);
    return report;
  } finally {
    await database.close();
  }
}

function explain(error: unknown): void {
  if (!(error instanceof Refusal))
    say(`The import failed, and nothing was loaded: ${error instanceof Error ? error.message : String(error)}`);
  else if (error.faults.length > 0) for (const { field, message } of error.faults) say(`${field}: ${message}`);
  else say(`${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`);
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [file, ...more] = args;
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    process.stderr.write(HELP);
    return 2;
  }
  try {
    const report = await load(readCatalogue(await readFile(resolve(standingIn(), file))));
    process.stdout.write(`${JSON.stringify({ ...report, schedules: Object.fromEntries(report.schedules) })}\n`);
    return 0;
  } catch (error) {
    explain(error);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
