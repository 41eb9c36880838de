import { connectDatabase } from '../adapters/knex/engine/database.ts';
import { migrate } from '../adapters/knex/schema/migrate.ts';
import type { UserId } from '../core/kernel/ids.ts';
import { type Generated, generate } from './generate.ts';
import { type Passenger, registerPassengers } from './passengers.ts';
import { addPastSales } from './past-sales.ts';
import { startServer } from './server.ts';

export const PORT = 3_790;
/**
 * The number of passengers who sign in repeatedly. A single account would not do, because its sign-ins a minute are
 * limited.
 */
const REGULARS = 20;
/** The number of past journeys that each of these passengers has. */
const JOURNEYS = 200;

/** A migrated database for measurements, with a catalogue and passengers who are signed in. */
export interface Bed {
  readonly database: 'SQLite' | 'Postgres';
  readonly url: string;
  readonly generated: Generated;
  readonly passengers: readonly Passenger[];
  readonly userIds: readonly UserId[];
  /** Passengers with 200 past journeys, whose passwords are hashed as in production. */
  readonly regulars: readonly Passenger[];
}

export async function makeBed(database: Bed['database'], url: string, schedules: number, count: number): Promise<Bed> {
  const connected = connectDatabase(url, { unhurried: true });
  await migrate(connected.knex);
  const generated = await generate(connected, schedules, Date.now());
  const register = async (logN: string, many: number, name: string): Promise<readonly Passenger[]> => {
    const server = await startServer(PORT, { DATABASE_URL: url, SCRYPT_LOG_N: logN });
    return registerPassengers(server.url, many, name).finally(server.stop);
  };
  const passengers = await register('1', count, 'bench');
  const rows = await connected.read.rows<{ id: UserId }>`select id from users where role = 'PASSENGER'`;
  const regulars = await register('15', Math.min(count, REGULARS), 'regular');
  await addPastSales(connected, regulars.length * JOURNEYS, { name: 'regular', count: regulars.length });
  await connected.close();
  return { database, url, generated, passengers, userIds: rows.map(({ id }) => id), regulars };
}
