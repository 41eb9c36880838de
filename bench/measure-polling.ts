import autocannon from 'autocannon';
import { sha256Digests } from '../adapters/crypto/keys.ts';
import { connectDatabase } from '../adapters/knex/engine/database.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { storeNeeds } from '../app/storage.ts';
import type { OperatorId, TripId } from '../core/kernel/ids.ts';
import type { Instant } from '../core/kernel/time.ts';
import { type Bed, PORT } from './bed.ts';
import { type Bench, lasting } from './bench.ts';
import { startServer } from './server.ts';
import { atMost } from './table.ts';

const PHONES = 100;
/**
 * The most CPU time of the server for one poll, in milliseconds. The limit is low, because a hundred phones may poll
 * every few seconds all day.
 */
const MOST = 0.3;
const TOKEN = 'device_of_the_benchmark';

/** Measures phones that ask again and again for a manifest that has not changed. */
export async function measurePolling(bench: Bench, { database, url }: Bed): Promise<void> {
  const { trip, operatorId } = await tripUnderWay(url);
  await enrolPhone(url, operatorId);
  const server = await startServer(PORT, { DATABASE_URL: url });
  const target = `${server.url}/api/conductor/trips/${trip}/manifest`;
  const authorization = `Bearer ${TOKEN}`;
  const revision = (await fetch(target, { headers: { authorization } })).headers.get('etag');
  if (revision === null) throw new Error('The manifest is not there.');

  const how = lasting(bench, PHONES, bench.seconds);
  const poll = (): Promise<autocannon.Result> =>
    autocannon({
      url: target,
      connections: PHONES,
      headers: { authorization, 'if-none-match': revision },
      ...('seconds' in how ? { duration: how.seconds } : { amount: how.requests }),
    });
  // The first round only warms up the just-in-time compiler.
  await poll();
  const before = server.cpu();
  const result = await poll();
  const { total } = result.requests;
  const took = (server.cpu() - before) / total;
  await server.stop();
  const failed = total - result['3xx'] + result.errors;
  const name = 'poll a manifest that does not change';
  const measured = { rate: total / result.duration, p50: result.latency.p50, p99: result.latency.p99, failed };
  // A quick test has too few requests to measure the CPU time of one request.
  const aims = bench.tiny ? [] : [atMost('CPU each', took, MOST, { unit: ' ms', decimals: 2 })];
  bench.lines.push({ database, name, ...measured, aims });
  bench.say(`  ${name}: ${took.toFixed(2)} ms of CPU each`);
  if (failed > 0) bench.broken = true;
}

/** Finds a trip on which seats were sold. */
async function tripUnderWay(url: string): Promise<{ trip: TripId; operatorId: OperatorId }> {
  const database = connectDatabase(url);
  const row = await database.read.one<{ id: TripId; operator_id: OperatorId }>`
    select schedules.id, buses.operator_id from schedules join buses on buses.id = bus_id
    where bus_name = 'Under way' order by schedules.id limit 1`;
  await database.close();
  if (!row) throw new Error('No bus is under way.');
  return { trip: row.id, operatorId: row.operator_id };
}

async function enrolPhone(url: string, operatorId: OperatorId): Promise<void> {
  const database = connectDatabase(url);
  const now = Date.now() as Instant;
  const enrolDigest = sha256Digests.of('enrol');
  await knexTransact(
    database,
    storeNeeds(),
  )(async ({ crewDevices }) => {
    await crewDevices.add({
      operatorId,
      name: 'Gate',
      createdAt: now,
      addedBy: null,
      enrolDigest,
      enrolUntil: (now + 60_000) as Instant,
    });
    await crewDevices.enrol({ enrolDigest, tokenDigest: sha256Digests.of(TOKEN), model: null }, now);
  });
  await database.close();
}
