import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Case, lasting, median, measure } from './bench.ts';
import { type Bed, PORT } from './bed.ts';
import { startLoad } from './load.ts';
import { measureLimits } from './measure-limits.ts';
import { measureSends } from './measure-sends.ts';
import { type Server, startServer } from './server.ts';
import { type Sides, copyOf, MINIMAL_PORT, startMinimal, startSides, stopSides } from './sides.ts';
import { changeSeats, p99Of, subscribe } from './subscribers.ts';
import { atLeast, atMost } from './table.ts';

/** The number of simultaneous sign-ins. */
const STORM = 200;
/**
 * The number of tickets that are requested at the same time. The queue of documents lets only 32 callers wait and
 * answers the others 503. More requests would hide how fast tickets are drawn.
 */
const TICKETS_AT_ONCE = 32;
/** The number of requests of a purchase. */
const FLOW = 4;
/** Goals for the service's rate divided by the minimal server's. Cases that are not listed have the goal 0.9. */
const RATIOS: Readonly<Record<Bed['database'], Partial<Record<Case['name'], number>>>> = {
  SQLite: { search20: 1.2, lockHot: 1, book: 1, pay: 1 },
  Postgres: { search20: 1.2, lockSpread: 1, flow: 1, book: 0.8, checkOut: 0.8, pay: 0.8 },
};
const RATIO = 0.9;

/** Measures every case on one database, and compares it with the minimal server and the bare driver. */
export async function measureCases(bench: Bench, bed: Bed): Promise<void> {
  const beside = await copyOf(bed);
  if (bench.wants('start')) await measureStart(bench, bed, beside);
  const cases = await casesFor(bench, bed);
  if (cases.length > 0 || bench.wants('storm')) {
    bench.say(' the service, and the minimal server …');
    const sides = await startSides(bed, beside);
    for (const one of cases) await measure(bench, sides, one);
    if (bench.wants('storm')) await signInStorm(bench, sides);
    peak(bench, sides);
    await stopSides(sides);
  }
  if (bench.wants('sends') && bed.database === 'Postgres') await measureSends(bench, bed, beside);
}

/** The selected cases. For some of them, the speed of the bare database driver is measured first. */
async function casesFor(bench: Bench, bed: Bed): Promise<readonly Case[]> {
  const { database, url, generated, userIds: passengers } = bed;
  const isSqlite = database === 'SQLite';
  const ratioOf = (name: Case['name']): number => RATIOS[database][name] ?? RATIO;
  const all: readonly Case[] = [
    {
      name: 'search20',
      title: 'search, 20 results',
      ratio: ratioOf('search20'),
      aims: ({ p99 }) => [atMost('p99', p99, isSqlite ? 50 : 45, { unit: ' ms' })],
    },
    { name: 'search100', title: 'search, 100 results', ratio: ratioOf('search100') },
    { name: 'tripDetail', title: 'trip detail' },
    { name: 'seatMap', title: 'seat map of 40', ratio: ratioOf('seatMap') },
    { name: 'lockSpread', title: 'hold 2 seats, spread', ratio: ratioOf('lockSpread'), writes: true },
    { name: 'lockHot', title: 'hold 2 seats, one hot trip', ratio: ratioOf('lockHot'), writes: true },
    { name: 'flow', title: 'hold, book, check out, pay', ratio: ratioOf('flow'), writes: true, refuses: true },
    ...(['book', 'checkOut', 'pay'] as const).map((name) => ({
      name,
      title: { book: 'book', checkOut: 'check out', pay: 'pay, by signed callback' }[name],
      ratio: ratioOf(name),
      writes: true,
      bounded: true,
      refuses: true,
    })),
    {
      name: 'myBookings',
      title: 'my bookings, the first 20 of 200',
      aims: ({ rate, p99 }) => [
        atLeast('a second', rate, isSqlite ? 2_500 : 1_200),
        atMost('p99', p99, 100, { unit: ' ms' }),
      ],
    },
    { name: 'allBookings', title: 'my bookings, 100 of 200' },
    {
      name: 'ticket',
      title: `ticket PDF, ${TICKETS_AT_ONCE} at once`,
      connections: TICKETS_AT_ONCE,
      aims: ({ rate, cpu }) => [
        atLeast('a second', rate, isSqlite ? 800 : 600),
        atMost('CPU each', cpu, 1.3, { unit: ' ms', decimals: 2 }),
      ],
    },
    { name: 'refresh', title: 'refresh', bounded: true },
    { name: 'mixed', title: 'mixed load', writes: true, refuses: true },
    { name: 'signIn', title: 'sign in at production cost', leastSeconds: 3, refuses: true },
  ];
  const wanted = all.filter(({ name }) => bench.wants(name));
  /** The cases whose statements the bare database driver repeats. */
  const limited = ['search20', 'search100', 'tripDetail', 'seatMap', 'lockSpread', 'lockHot', 'flow'];
  if (!wanted.some(({ name }) => limited.includes(name))) return wanted;
  bench.say(' the bare driver …');
  const limits = await measureLimits({ url, generated, passengers, seconds: bench.seconds / 2 }, bench.wants);
  const driver = { ...limits, lockSpread: limits.lock, lockHot: limits.lock, flow: limits.flow && FLOW * limits.flow };
  return wanted.map((one) => ({ ...one, driver: driver[one.name as keyof typeof driver] }));
}

const STARTS = 5;

/** Measures how fast each server starts, and its memory before the first call. */
async function measureStart(bench: Bench, bed: Bed, beside: Bed): Promise<void> {
  const [service, minimal] = [[] as Started[], [] as Started[]];
  for (let start = 0; start < (bench.tiny ? 1 : STARTS); start += 1) {
    service.push(await started(await startServer(PORT, { DATABASE_URL: bed.url })));
    minimal.push(await started(await startMinimal(MINIMAL_PORT, beside.url)));
  }
  const of = (starts: readonly Started[], what: keyof Started): number => median(starts.map((one) => one[what]));
  const idle = of(service, 'memory');
  bench.lines.push({
    database: bed.database,
    name: 'start',
    memory: idle,
    aims: [
      atMost('first 200 after', of(service, 'coldStart'), 0.7, { unit: ' s', decimals: 2 }),
      atMost('idle', idle, 95, { unit: ' MiB' }),
    ],
    note: `the minimal server ${of(minimal, 'coldStart').toFixed(2)} s, ${Math.round(of(minimal, 'memory'))} MiB`,
  });
  bench.say(`  start: ${of(service, 'coldStart').toFixed(2)} s, ${Math.round(idle)} MiB`);
}

interface Started {
  readonly coldStart: number;
  readonly memory: number;
}

async function started({ coldStart, memory, stop }: Server): Promise<Started> {
  const now = { coldStart, memory: memory() };
  await stop();
  return now;
}

function peak(bench: Bench, { service, minimal }: Sides): void {
  bench.lines.push({
    database: service.bed.database,
    name: 'memory at the peak of these cases',
    memory: service.server.peak(),
    aims: [atMost('peak', service.server.peak(), 200, { unit: ' MiB' })],
    note: `the minimal server ${Math.round(minimal.server.peak())} MiB`,
  });
}

/**
 * CALM_MS: the wait before the sign-ins, until password hashes of the previous case are computed. STORM_SECONDS: the
 * shortest duration of the sign-ins, so that some of them succeed.
 */
const [CALM_MS, STORM_SECONDS] = [4_000, 5];

/** Measures requests for seat maps, while two hundred passengers sign in again and again. */
async function signInStorm(bench: Bench, { service: { server, load, bed } }: Sides): Promise<void> {
  const { url } = server;
  if (!bench.tiny) await pause(CALM_MS);
  const seconds = Math.max(STORM_SECONDS, bench.seconds);
  const [maps, signIns] = await Promise.all([
    load.drive('seatMap', { url, connections: 10, for: lasting(bench, 10, seconds) }),
    load.drive('signIn', { url, connections: STORM, for: lasting(bench, STORM, seconds) }),
  ]);
  bench.lines.push({
    database: bed.database,
    name: `seat map beside ${STORM} sign-ins`,
    ...maps,
    memory: server.memory(),
    aims: [atMost('p99', maps.p99, 250, { unit: ' ms' })],
    note: `${signIns.granted} signed in, ${signIns.failed} were asked to come back in a moment`,
  });
  bench.say(`  seat map beside ${STORM} sign-ins: p99 ${maps.p99} ms`);
}

/** Seconds within which the first event must arrive on a busy machine. */
const MOST_SECONDS = 30;

/**
 * Measures holds of seats on all trips. Measures them without subscribers, and with subscribers to a trip whose seats
 * change twice a second.
 */
export async function measureSubscribers(bench: Bench, bed: Bed, count: number): Promise<void> {
  if (!bench.wants('subscribers')) return;
  const server = await startServer(PORT, { DATABASE_URL: bed.url, MQTT_PORT: String(PORT + 1) });
  const load = await startLoad(bed);
  const [passenger] = bed.passengers;
  if (!passenger) throw new Error('A benchmark of subscribers needs a passenger who holds seats.');
  const trip = bed.generated.schedules;
  const changes = changeSeats(server.url, trip, passenger);
  const holds = { url: server.url, connections: 10, for: lasting(bench, 100, bench.seconds) };

  const alone = await load.drive('lockSpread', holds);
  const subscribers = await subscribe(PORT + 1, trip, count);
  const followed = await load.drive('lockSpread', holds);
  for (let second = 0; second < MOST_SECONDS && subscribers.delays.length === 0; second += 1) await pause(1_000);
  changes.stop();
  await pause(1_000);
  subscribers.leave();
  load.leave();
  bench.lines.push(
    { database: bed.database, name: 'hold 2 seats, nobody subscribed', ...alone },
    {
      database: bed.database,
      name: `hold 2 seats, ${count} subscribed`,
      ...followed,
      memory: server.memory(),
      aims: [
        atLeast('rate with / without', followed.rate / alone.rate, 0.9),
        atMost('last subscriber p99', p99Of(subscribers.delays), 1_000, { unit: ' ms' }),
      ],
      note: `${subscribers.delays.length} events heard by all, of ${changes.granted()} holds and their ends`,
    },
  );
  bench.say(
    subscribers.delays.length > 0
      ? `  ${count} subscribers: the last one hears after ${p99Of(subscribers.delays)} ms (p99)`
      : `  ${count} subscribers: none heard of any of the ${changes.granted()} holds that were granted`,
  );
  if (subscribers.delays.length === 0) bench.broken = true;
  await server.stop();
}
