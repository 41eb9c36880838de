import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bed, makeBed } from './bed.ts';
import type { Bench } from './bench.ts';
import { measureBareKoa } from './measure-bare-koa.ts';
import { measureCases, measureSubscribers } from './measure-cases.ts';
import { measureBest } from './measure-best.ts';
import { measureCheck } from './measure-check.ts';
import { measureDisruptions } from './measure-disruptions.ts';
import { measureDoor } from './measure-door.ts';
import { measurePolling } from './measure-polling.ts';
import { measureProcesses } from './measure-processes.ts';
import { measureSections } from './measure-sections.ts';
import { measureSizes } from './measure-sizes.ts';
import { measureStatements } from './measure-statements.ts';
import { measureGtfs } from './measure-gtfs.ts';
import { measureTimetables } from './measure-timetables.ts';
import { measureWeb } from './measure-web.ts';
import { type Options, HELP, readOptions } from './options.ts';
import { sendsTable, tableOf } from './table.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function write({ lines, sends }: Bench, json: string | undefined): void {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  say(`\n${machine}\n\n${tableOf(lines)}`);
  if (sends.length > 0) say(`\n${sendsTable(sends)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, lines, sends }, null, 2)}\n`);
}

async function main(options: Options): Promise<number> {
  const { seconds, tiny, only } = options;
  const wants = (name: string): boolean => (only ? only.includes(name) : name !== 'web');
  const bench: Bench = { seconds, tiny, wants, lines: [], sends: [], say, broken: false };
  const folder = mkdtempSync(join(tmpdir(), 'bus-ticket-bench-'));
  await measureAll(bench, options, folder).finally(() => rmSync(folder, { recursive: true }));
  write(bench, options.json);
  if (bench.broken) say('\nSomething broke: look for failed requests and broken invariants above.');
  return bench.broken ? 1 : 0;
}

async function measureAll(bench: Bench, options: Options, folder: string): Promise<void> {
  if (bench.wants('koa')) await measureBareKoa(bench);
  if (bench.wants('gtfs')) await measureGtfs(bench, folder);
  if (bench.wants('timetables')) await measureTimetables(bench, folder);
  if (bench.wants('web')) await measureWeb(bench, folder);
  await measureOnSqlite(bench, options, folder);
  if (options.postgres !== undefined) await measureOnPostgres(bench, options, options.postgres);
}

const middleOf = ({ sizes }: Options): number => sizes[Math.floor(sizes.length / 2)] ?? 1_000;

/** Measures all selected parts on one database, with a catalogue of medium size. */
async function measureOn(bench: Bench, bed: Bed, { subscribers }: Options): Promise<void> {
  await measureCases(bench, bed);
  await measureSubscribers(bench, bed, subscribers);
  if (bed.database === 'Postgres') await measureProcesses(bench, bed);
  if (bench.wants('disruptions')) await measureDisruptions(bench, bed);
  if (bench.wants('sections')) await measureSections(bench, bed.database, bed.url);
  // The part `polling` needs a trip on which the part `statements` has sold seats.
  if (bench.wants('statements') || bench.wants('polling')) await measureStatements(bench, bed);
  if (bench.wants('polling')) await measurePolling(bench, bed);
  if (bench.wants('best')) await measureBest(bench, bed);
  if (bed.database === 'Postgres' && bench.wants('door')) await measureDoor(bench, bed);
  if (bench.wants('check')) await measureCheck(bench, bed);
}

async function measureOnSqlite(bench: Bench, options: Options, folder: string): Promise<void> {
  const beds: Bed[] = [];
  for (const size of bench.wants('sizes') ? options.sizes : [middleOf(options)]) {
    say(`SQLite: a catalogue of ${size.toLocaleString('en')} schedules …`);
    beds.push(await makeBed('SQLite', `sqlite:${join(folder, `${size}.sqlite`)}`, size, options.passengers));
  }
  await measureSizes(bench, beds);
  for (const bed of beds) if (bed.generated.schedules === middleOf(options)) await measureOn(bench, bed, options);
}

async function measureOnPostgres(bench: Bench, options: Options, url: string): Promise<void> {
  say(`Postgres: a catalogue of ${middleOf(options).toLocaleString('en')} schedules …`);
  await measureOn(bench, await makeBed('Postgres', url, middleOf(options), options.passengers), options);
}

const options = readOptions();
if (options) process.exitCode = await main(options);
else say(HELP);
