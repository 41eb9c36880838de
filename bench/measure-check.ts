import { keyedMutex } from '../adapters/crypto/keyed-mutex.ts';
import { type Database, connectDatabase } from '../adapters/knex/engine/database.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { storeNeeds } from '../app/storage.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { OperatorId, UserId } from '../core/kernel/ids.ts';
import type { Instant } from '../core/kernel/time.ts';
import { makeStatement } from '../core/ledger/make-statement.ts';
import { measuredCheck } from './audit.ts';
import type { Bed } from './bed.ts';
import type { Bench } from './bench.ts';
import { addPastSales } from './past-sales.ts';
import { atMost } from './table.ts';
import { aWorld } from '../test/support/world.ts';

/** The number of journeys in two months. A journey has three rows in the ledger. */
const BOOKINGS = 100_000;
/** The most seconds that an administrator should wait, and the most MiB that the command should use. */
const MOST = { seconds: 60, memory: 400 };

/** Measures the time and memory of `npm run check` on a ledger of two months. */
export async function measureCheck(bench: Bench, { database: name, url }: Bed): Promise<void> {
  const bookings = bench.tiny ? 100 : BOOKINGS;
  const database = connectDatabase(url, { unhurried: true });
  await addPastSales(database, bookings)
    .then(() => stateSales(database))
    .finally(() => database.close());
  const { broken, seconds, memory } = await measuredCheck(url);
  if (broken !== undefined) {
    bench.broken = true;
    bench.say(`  BROKEN: ${broken}`);
  }
  const what = `the check of ${bookings.toLocaleString('en')} bookings`;
  const aims = [
    atMost('read in', seconds, MOST.seconds, { unit: ' s' }),
    atMost('memory', memory, MOST.memory, { unit: ' MiB' }),
  ];
  bench.lines.push({ database: name, name: what, memory, aims });
  bench.say(`  ${what}: ${seconds.toFixed(1)} s, ${Math.round(memory)} MiB`);
}

/** Makes a statement for every company whose balance is not zero. */
async function stateSales(database: Database): Promise<void> {
  const calendar = calendarOf('Asia/Kathmandu');
  const clock = () => Date.now() as Instant;
  const make = makeStatement({
    ...aWorld,
    clock,
    calendar,
    transact: knexTransact(database, storeNeeds()),
    mutex: keyedMutex(),
  });
  const [admin] = await database.read.rows<{ id: UserId }>`select min(id) as id from users`;
  if (!admin) throw new Error('There is nobody who could make a statement.');
  const owed = await database.read.rows<{ id: OperatorId }>`
    select distinct operator_id as id from unstated_entries order by 1`;
  for (const { id: operatorId } of owed) await make(admin.id, { operatorId, until: calendar.date(clock()) });
}
