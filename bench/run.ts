import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBed, PORT } from './bed.ts';
import type { Bed } from './bed.ts';
import { CONNECTIONS, lasting, measure } from './bench.ts';
import type { Bench } from './bench.ts';
import { casesOf } from './cases.ts';
import { drive } from './drive.ts';
import { measureCases, measureSubscribers } from './measure-cases.ts';
import { measureLimits } from './measure-limits.ts';
import { measureProcesses } from './measure-processes.ts';
import { HELP, readOptions } from './options.ts';
import type { Options } from './options.ts';
import { startServer } from './server.ts';
import { atMost, tableOf } from './table.ts';
import type { Line } from './table.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** What Koa does with an empty application. */
async function measureBareKoa(bench: Bench): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bare-koa.ts', String(PORT), '8192'], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${PORT}`;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  const measured = await drive({ url, connections: CONNECTIONS, for: lasting(bench, CONNECTIONS, bench.seconds) }, [
    { build: () => ({ path: '/' }) },
  ]);
  bench.lines.push({ database: 'none', name: 'bare Koa, 8 KiB', connections: CONNECTIONS, ...measured });
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });
}

async function measureAll(bench: Bench, bed: Bed, { subscribers }: Options): Promise<void> {
  say(' the bare driver …');
  const limits = await measureLimits({
    url: bed.url,
    generated: bed.generated,
    passengers: bed.userIds,
    seconds: bench.seconds,
  });
  say(' the service …');
  await measureCases(bench, bed, limits);
  await measureSubscribers(bench, bed, subscribers);
}

/** A search must not grow dearer with the catalogue. */
async function measureSizes(bench: Bench, options: Options, folder: string): Promise<void> {
  const middle = options.sizes[Math.floor(options.sizes.length / 2)];
  const p50s: number[] = [];
  for (const size of options.sizes) {
    say(`SQLite: a catalogue of ${size.toLocaleString('en')} schedules …`);
    const bed = await makeBed('SQLite', `sqlite:${join(folder, `${size}.sqlite`)}`, size, options.passengers);
    const server = await startServer(PORT, { DATABASE_URL: bed.url });
    const { p50 } = await measure(bench, bed, server, {
      name: `search, 20 results of ${size.toLocaleString('en')}`,
      steps: casesOf(bed.generated, bed.passengers).search20,
      aims: ({ p50: now }) =>
        p50s[0] === undefined
          ? []
          : [
              atMost(`p50 / that of ${options.sizes[0]?.toLocaleString('en') ?? ''}`, now / p50s[0], 1.3, {
                decimals: 2,
              }),
            ],
    });
    p50s.push(p50);
    await server.stop();
    if (size === middle) await measureAll(bench, bed, options);
  }
}

function write(lines: readonly Line[], json: string | undefined): void {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  say(`\n${machine}\n\n${tableOf(lines)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, lines }, null, 2)}\n`);
}

async function main(options: Options): Promise<number> {
  const bench: Bench = { seconds: options.seconds, tiny: options.tiny, lines: [], say, broken: false };
  const folder = mkdtempSync(join(tmpdir(), 'bus-ticket-bench-'));
  await measureBareKoa(bench);
  await measureSizes(bench, options, folder);
  if (options.postgres !== undefined) {
    const size = options.sizes[Math.floor(options.sizes.length / 2)] ?? 1_000;
    say(`Postgres: a catalogue of ${size.toLocaleString('en')} schedules …`);
    const bed = await makeBed('Postgres', options.postgres, size, options.passengers);
    await measureAll(bench, bed, options);
    await measureProcesses(bench, bed);
  }
  rmSync(folder, { recursive: true });
  write(bench.lines, options.json);
  if (bench.broken) say('\nSomething broke: look for failed requests and broken invariants above.');
  return bench.broken ? 1 : 0;
}

const options = readOptions();
if (options) process.exitCode = await main(options);
else say(HELP);
