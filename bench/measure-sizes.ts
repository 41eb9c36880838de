import { type Bench, inTurn, median, medianOf } from './bench.ts';
import { CONNECTIONS } from './drive.ts';
import { type Bed, PORT } from './bed.ts';
import { startLoad } from './load.ts';
import { startServer } from './server.ts';
import { atMost } from './table.ts';

const sizeOf = ({ generated }: Bed): string => generated.schedules.toLocaleString('en');

/**
 * Measures whether searches become slower with a larger catalogue. Every size has its own server, and the servers take
 * turns.
 */
export async function measureSizes(bench: Bench, beds: readonly Bed[]): Promise<void> {
  if (!bench.wants('sizes')) return;
  const sides = await Promise.all(
    beds.map(async (bed, index) => ({
      bed,
      server: await startServer(PORT + index, { DATABASE_URL: bed.url }),
      load: await startLoad(bed),
    })),
  );
  const rounds = await inTurn(
    bench,
    sides.map(
      ({ server: { url }, load }) =>
        (how) =>
          load.drive('search20', { url, connections: CONNECTIONS, for: how }),
    ),
  );
  for (const [index, { bed, server, load }] of sides.entries()) {
    const [smallest = [], mine = []] = [rounds[0], rounds[index]];
    const ratio = median(mine.map(({ p50 }, round) => p50 / (smallest[round]?.p50 ?? Number.NaN)));
    const size = sizeOf(bed);
    bench.lines.push({
      database: bed.database,
      name: `search, 20 results of ${size}`,
      ...medianOf(mine),
      memory: server.memory(),
      aims: index === 0 ? [] : [atMost(`p50 / that of ${sizeOf(beds[0] ?? bed)}`, ratio, 1.3, { decimals: 2 })],
    });
    bench.say(`  search of ${size}: p50 ${medianOf(mine).p50} ms`);
    load.leave();
    await server.stop();
  }
}
