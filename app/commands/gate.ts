import { knexTransact } from '../../adapters/knex/stores.ts';
import { knexFleetViews } from '../../adapters/knex/fleet/fleet.ts';
import { gateAllTrips } from '../../core/fleet/gate-trips.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { storeNeeds } from '../storage.ts';
import { readDatabaseUrl, readTimeZone } from '../settings.ts';
import { exitWithFailure } from '../start-failure.ts';
import { onExistingDatabase } from './existing-database.ts';

const HELP = `Opens and closes trips for sale by the papers of their bus, on the local days of TIME_ZONE.

  npm run gate

Run this after each change of TIME_ZONE: stop every process of the service, run this with the new zone, and start the
processes again. At any other time it changes nothing, and the service may keep running. DATABASE_URL names the database.
`;

const gate = (): Promise<number> =>
  onExistingDatabase(readDatabaseUrl(process.env), (database) =>
    gateAllTrips({
      calendar: calendarOf(readTimeZone(process.env)),
      fleetViews: knexFleetViews(database.read),
      transact: knexTransact(database, storeNeeds()),
    })(),
  );

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (args.length > 0) {
    process.stderr.write(HELP);
    return 1;
  }
  process.stdout.write(
    `Trips are open and closed as the papers of their buses say (buses looked at: ${await gate()}).\n`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch(exitWithFailure);
