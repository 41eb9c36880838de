import { cpus } from 'node:os';
import { CONNECTIONS, lasting } from './bench.ts';
import type { Bench } from './bench.ts';
import { PORT } from './bed.ts';
import type { Bed } from './bed.ts';
import { casesOf } from './cases.ts';
import { drive } from './drive.ts';
import type { Measured, Step } from './drive.ts';
import { startServer } from './server.ts';
import { atLeast } from './table.ts';

/** How busy the machine was while `work` went on, from 0 to 1. */
async function busyDuring<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly busy: number }> {
  const times = (): { readonly idle: number; readonly all: number } => {
    const each = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
      idle,
      all: user + nice + sys + idle + irq,
    }));
    return { idle: each.reduce((sum, { idle }) => sum + idle, 0), all: each.reduce((sum, { all }) => sum + all, 0) };
  };
  const before = times();
  const result = await work();
  const after = times();
  return { result, busy: 1 - (after.idle - before.idle) / (after.all - before.all) };
}

/** Two processes on one Postgres, beside one. */
export async function measureProcesses(bench: Bench, bed: Bed): Promise<void> {
  const servers = await Promise.all([0, 1].map((offset) => startServer(PORT + offset, { DATABASE_URL: bed.url })));
  const cases = casesOf(bed.generated, bed.passengers);
  const among = async (count: number, steps: readonly Step<never>[]): Promise<Measured> => {
    const parts = await Promise.all(
      servers
        .slice(0, count)
        .map(({ url }) =>
          drive({ url, connections: CONNECTIONS / count, for: lasting(bench, CONNECTIONS, bench.seconds) }, steps),
        ),
    );
    return {
      throughput: parts.reduce((sum, { throughput }) => sum + throughput, 0),
      p50: Math.max(...parts.map(({ p50 }) => p50)),
      p99: Math.max(...parts.map(({ p99 }) => p99)),
      failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    };
  };

  for (const [name, steps] of [
    ['search, 20 results', cases.search20],
    ['seat map of 40', cases.seatMap],
    ['lock 2 seats, spread', cases.lockSpread],
  ] as const) {
    const one = await among(1, steps);
    const { result: two, busy } = await busyDuring(() => among(2, steps));
    bench.lines.push({
      database: bed.database,
      name: `${name}, two processes`,
      connections: CONNECTIONS,
      ...two,
      aims: [atLeast('two / one', two.throughput / one.throughput, 1.5)],
      note: `the machine was ${Math.round(busy * 100)} % busy`,
    });
    bench.say(`  ${name}, two processes: ${(two.throughput / one.throughput).toFixed(2)} of one`);
  }
  await Promise.all(servers.map(({ stop }) => stop()));
}
