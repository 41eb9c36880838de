import { CONNECTIONS, lasting, measure } from './bench.ts';
import type { Bench } from './bench.ts';
import { PORT } from './bed.ts';
import type { Bed } from './bed.ts';
import { casesOf, signIn } from './cases.ts';
import { drive } from './drive.ts';
import type { Limits } from './measure-limits.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';
import { changeSeats, p99Of, subscribe } from './subscribers.ts';
import { atLeast, atMost } from './table.ts';

const PURCHASES_A_SECOND = 300;
const purchases = ({ tiny, seconds }: Bench): number => (tiny ? CONNECTIONS : Math.ceil(PURCHASES_A_SECOND * seconds));

/** Every case on one database, held against its limits. */
export async function measureCases(bench: Bench, bed: Bed, limits: Limits): Promise<void> {
  const server = await startServer(PORT, { DATABASE_URL: bed.url });
  bench.lines.push({
    database: bed.database,
    name: 'start',
    memory: server.memory(),
    aims: [
      atMost('first 200 after', server.coldStart, 0.8, { unit: ' s', decimals: 2 }),
      atMost('idle', server.memory(), 120, { unit: ' MiB' }),
    ],
  });
  const cases = casesOf(bed.generated, bed.passengers);
  const [search, lock] =
    bed.database === 'SQLite'
      ? [0.42, { limit: limits.lock, ratio: 0.42 }]
      : [0.4, { limit: limits.lockStatement, ratio: 0.2 }];
  const on = (given: Parameters<typeof measure>[3]) => measure(bench, bed, server, given);

  await on({
    name: 'search, 20 results',
    steps: cases.search20,
    limit: limits.search20,
    ratio: search,
    aims: ({ p99 }) => [atMost('p99', p99, 50, { unit: ' ms' })],
  });
  await on({ name: 'search, 100 results', steps: cases.search100, limit: limits.search100 });
  await on({ name: 'trip detail', steps: cases.tripDetail, limit: limits.tripDetail });
  await on({ name: 'seat map of 40', steps: cases.seatMap, limit: limits.seatMap, ratio: 0.4 });
  await on({ name: 'lock 2 seats, spread', steps: cases.lockSpread, ...lock, writes: true });
  await on({ name: 'lock 2 seats, one hot trip', steps: cases.lockHot, ...lock, writes: true });
  await on({
    name: 'lock, book, check out, pay',
    steps: cases.flow,
    limit: limits.flow,
    ratio: 0.25,
    writes: true,
    refuses: true,
  });
  await stages(bench, bed, server, cases);
  await on({ name: 'my bookings', steps: cases.myBookings });
  await on({ name: 'ticket PDF', steps: cases.ticket });
  await on({ name: 'refresh', steps: cases.refresh, requests: purchases(bench) });
  cases.dropPending();
  await on({ name: 'mixed load', steps: cases.mixed, writes: true, refuses: true });
  await on({ name: 'sign in at production cost', steps: signIn(bed.costly), refuses: true });
  await signInStorm(bench, bed, server, cases.seatMap);
  await server.stop();
}

type Cases = ReturnType<typeof casesOf>;

/** Booking, checking out and paying, each alone, with the purchases that the stage before left pending. */
async function stages(bench: Bench, bed: Bed, server: Server, cases: Cases): Promise<void> {
  const { held, booked, checkedOut } = cases.pending;
  cases.dropPending();
  await drive(
    { url: server.url, connections: CONNECTIONS, for: { requests: purchases(bench) + 4 * CONNECTIONS } },
    cases.lockSpread,
  );
  // Each connection takes one more purchase than it sends requests.
  for (const [name, row, steps] of [
    ['create booking', held, cases.book],
    ['checkout', booked, cases.checkOut],
    ['signed success callback', checkedOut, cases.pay],
  ] as const) {
    const requests = Math.max(CONNECTIONS, row.length - 2 * CONNECTIONS);
    await measure(bench, bed, server, { name, steps, requests, writes: true, refuses: true });
  }
}

const STORM = 200;
/**
 * How long passwords that the previous case queued for hashing get to finish; and how long a storm of sign-ins lasts
 * at least, so that some of them get through.
 */
const [CALM_MS, STORM_SECONDS] = [4_000, 5];

/** Seat maps, while two hundred passengers sign in at once, again and again. */
async function signInStorm(bench: Bench, bed: Bed, server: Server, seatMap: Cases['seatMap']): Promise<void> {
  const { url } = server;
  if (!bench.tiny) await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  const seconds = Math.max(STORM_SECONDS, bench.seconds);
  let signedIn = 0;
  const [maps, signIns] = await Promise.all([
    drive({ url, connections: 10, for: lasting(bench, 10, seconds) }, seatMap),
    drive(
      { url, connections: STORM, for: lasting(bench, STORM, seconds) },
      signIn(bed.costly).map((step) => ({
        ...step,
        then: (status: number) => {
          if (status === 200) signedIn += 1;
        },
      })),
    ),
  ]);
  bench.lines.push({
    database: bed.database,
    name: `seat map beside ${STORM} sign-ins`,
    connections: 10,
    ...maps,
    memory: server.memory(),
    aims: [atMost('p99', maps.p99, 250, { unit: ' ms' })],
    note: `${signedIn} signed in, ${signIns.failed} were asked to come back in a moment`,
  });
  bench.say(`  seat map beside ${STORM} sign-ins: p99 ${maps.p99} ms`);
}

/** Holds all over the catalogue, without and with subscribers to one trip whose seats change twice a second. */
export async function measureSubscribers(bench: Bench, bed: Bed, count: number): Promise<void> {
  const server = await startServer(PORT, { DATABASE_URL: bed.url, MQTT_PORT: String(PORT + 1) });
  const { lockSpread } = casesOf(bed.generated, bed.passengers);
  const [passenger] = bed.passengers;
  const trip = bed.generated.schedules;
  const stopChanging = passenger ? changeSeats(server.url, trip, passenger) : () => undefined;
  const load = { url: server.url, connections: 10, for: lasting(bench, 100, bench.seconds) };

  const alone = await drive(load, lockSpread);
  const subscribers = await subscribe(PORT + 1, trip, count);
  const followed = await drive(load, lockSpread);
  stopChanging();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  subscribers.leave();
  bench.lines.push(
    { database: bed.database, name: 'lock 2 seats, nobody subscribed', connections: 10, ...alone },
    {
      database: bed.database,
      name: `lock 2 seats, ${count} subscribed`,
      connections: 10,
      ...followed,
      memory: server.memory(),
      aims: [
        atLeast('rate with / without', followed.throughput / alone.throughput, 0.9),
        atMost('last subscriber p99', p99Of(subscribers.delays), 1_000, { unit: ' ms' }),
      ],
      note: `${subscribers.delays.length} events heard by all`,
    },
  );
  if (subscribers.delays.length === 0) bench.broken = true;
  bench.say(`  ${count} subscribers: the last one hears after ${p99Of(subscribers.delays)} ms (p99)`);
  await server.stop();
}
