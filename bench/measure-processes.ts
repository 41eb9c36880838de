import { type Bench, accounted, inTurn, median, medianOf } from './bench.ts';
import { type Load, type Measured, CONNECTIONS } from './drive.ts';
import { type Bed, PORT } from './bed.ts';
import { startLoad } from './load.ts';
import { pin } from './pinning.ts';
import { startServer } from './server.ts';
import type { Side } from './sides.ts';
import { atLeast, percent } from './table.ts';

/**
 * Compares two processes of the service on one Postgres with a single process. Callers and database share one core; the
 * processes of the service have the other cores.
 */
export async function measureProcesses(bench: Bench, bed: Bed): Promise<void> {
  if (!bench.wants('processes')) return;
  const load = await startLoad(bed);
  const servers = await Promise.all([0, 1].map((offset) => startServer(PORT + offset, { DATABASE_URL: bed.url })));
  const [first, second] = servers.map((server): Side => ({ server, bed, load }));
  if (!first || !second) throw new Error('Two servers were started.');

  const pinning = pin(
    bed.url,
    load.pid,
    servers.map(({ pid }) => pid),
  );
  for (const [name, title] of [
    ['search20', 'search, 20 results'],
    ['seatMap', 'seat map of 40'],
    ['lockSpread', 'hold 2 seats, spread'],
  ] as const) {
    const among = async (sides: readonly Side[], how: Load['for']): Promise<Measured> =>
      together(
        await Promise.all(
          sides.map(({ server: { url } }) =>
            load.drive(name, { url, connections: CONNECTIONS / sides.length, for: how }),
          ),
        ),
      );
    const [alone, both] = [accounted([first]), accounted([first, second])];
    const [one = [], two = []] = await inTurn(bench, [
      (how) => alone.during(() => among([first], how)),
      (how) => both.during(() => among([first, second], how)),
    ]);
    const ratio = median(two.map(({ rate }, round) => rate / (one[round]?.rate ?? Number.NaN)));
    bench.lines.push({
      database: bed.database,
      name: `${title}, two processes`,
      ...medianOf(two),
      cpu: both.each(),
      shares: both.shares(),
      aims: [atLeast('two / one', ratio, 1.6)],
      note: `one: ${Math.round(medianOf(one).rate).toLocaleString('en')} a second, ${alone.each().toFixed(2)} ms, ${percent(alone.shares())}; ${pinning.note}`,
    });
    bench.say(`  ${title}, two processes: ${ratio.toFixed(2)} of one`);
  }
  pinning.release();
  load.leave();
  await Promise.all(servers.map(({ stop }) => stop()));
}

const together = (parts: readonly Measured[]): Measured => ({
  rate: parts.reduce((sum, { rate }) => sum + rate, 0),
  requests: parts.reduce((sum, { requests }) => sum + requests, 0),
  p50: Math.max(...parts.map(({ p50 }) => p50)),
  p99: Math.max(...parts.map(({ p99 }) => p99)),
  granted: parts.reduce((sum, { granted }) => sum + granted, 0),
  failed: parts.reduce((sum, { failed }) => sum + failed, 0),
});
