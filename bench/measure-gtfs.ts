import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../adapters/knex/engine/database.ts';
import { migrate } from '../adapters/knex/schema/migrate.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import { feedArchive } from '../adapters/zip/feed-archive.ts';
import { storeNeeds } from '../app/storage.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { Instant } from '../core/kernel/time.ts';
import { makeFeed } from '../core/road/gtfs/make-feed.ts';
import { aWorld } from '../test/support/world.ts';
import type { Bench } from './bench.ts';
import { generate } from './generate.ts';
import { type Aim, atMost } from './table.ts';

const TRIPS = 100_000;
const DAYS = 60;
const DAY_MS = 86_400_000;
const MIB = 2 ** 20;

/** The most that the feed may cost: see docs/road.md. */
const MOST = { first: 60, again: 10, blocked: 100, mib: 200, zip: 12 };

/** Four stops between, so that each trip has six rows. Every pair of cities is sold. */
const STOPS = '[[3,60,65],[4,120,125],[5,180,185],[6,240,245]]';
const FARES = JSON.stringify(
  [0, 1, 2, 3, 4].flatMap((from) =>
    [1, 2, 3, 4, 5].filter((to) => to > from && to - from < 5).map((to) => [from, to, 10_000 * (to - from)]),
  ),
);

interface Run {
  readonly seconds: number;
  /** The longest time for which other work had to wait, in milliseconds. */
  readonly blocked: number;
  /** The memory that was used more than before, in MiB. */
  readonly mib: number;
}

/** Measures how long it takes to write the timetable feed, and for how long other work waits meanwhile. */
export async function measureGtfs(bench: Bench, folder: string): Promise<void> {
  const count = bench.tiny ? 600 : TRIPS;
  const database = connectDatabase(`sqlite:${join(folder, 'gtfs.sqlite')}`, { unhurried: true });
  await migrate(database.knex);
  await generate(database, count, Date.now());
  await database
    .knex('cities')
    .update({ lat: database.knex.raw('27 + id / 100.0'), lon: database.knex.raw('84 + id / 10.0') });
  const first = Math.floor(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS;
  await database.knex.raw(
    `update schedules set stops = ?, fares = ?,
      departure_time = ${first} + ${DAY_MS} * (id % ${DAYS}) + 3000000 * (id % 20),
      arrival_time = ${first} + ${DAY_MS} * (id % ${DAYS}) + 3000000 * (id % 20) + 25200000`,
    [STOPS, FARES],
  );
  await database.knex.raw('analyze');
  const views = knexViews(database.read);
  const make = makeFeed({
    ...aWorld,
    ...views,
    calendar: calendarOf('Asia/Kathmandu'),
    clock: () => Date.now() as Instant,
    pause: (milliseconds: number) => pause(milliseconds),
    feedArchive,
    baseUrl: 'https://bus.example.com',
    transact: knexTransact(database, storeNeeds()),
  });

  const whole = await timed(make);
  const zip = ((await views.feedViews.feed())?.content.length ?? 0) / MIB;
  await database.knex('schedules').where({ id: 1 }).update({ fare_paisa: 99_900 });
  const again = await timed(make);
  await database.close();
  if (zip === 0) bench.broken = true;

  const tell = (name: string, { seconds, blocked, mib }: Run, most: number, more: readonly Aim[] = []): void => {
    const aims = [
      atMost('seconds', seconds, most, { decimals: 1 }),
      atMost('ms blocked', blocked, MOST.blocked),
      atMost('MiB', mib, MOST.mib),
      ...more,
    ];
    bench.lines.push({ database: 'SQLite', name, rate: 1 / seconds, aims });
    bench.say(
      `  ${name}: ${seconds.toFixed(1)} s, others waited ${Math.round(blocked)} ms, ${Math.round(mib)} MiB more`,
    );
  };
  const trips = count.toLocaleString('en');
  tell(`the first feed of ${trips} trips`, whole, MOST.first, [atMost('MiB of zip', zip, MOST.zip, { decimals: 1 })]);
  tell(`the feed of ${trips} trips after one has changed`, again, MOST.again);
}

/** Runs the work while it watches the event loop and the memory. */
async function timed(work: () => Promise<unknown>): Promise<Run> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  clearInterval(watch);
  return { seconds, blocked: delay.max / 1e6, mib: (most - before) / MIB };
}
