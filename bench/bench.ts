import { cpus } from 'node:os';
import { brokenInvariants } from './audit.ts';
import type { CaseName } from './cases.ts';
import { cpuOfPostgres } from './cpu.ts';
import { type Load, type Measured, CONNECTIONS } from './drive.ts';
import { untilSettled } from './settled.ts';
import type { Side, Sides } from './sides.ts';
import { type Aim, type Line, type Sends, type Shares, atLeast } from './table.ts';

/** The measurements so far, the options of the run, and whether anything has failed. */
export interface Bench {
  readonly seconds: number;
  /** Whether the run is only a quick test, in which each connection sends one request. */
  readonly tiny: boolean;
  /** Whether the user has selected this case or part of the benchmark. */
  readonly wants: (name: string) => boolean;
  readonly lines: Line[];
  readonly sends: Sends[];
  readonly say: (text: string) => void;
  broken: boolean;
}

export interface Case {
  readonly name: CaseName;
  readonly title: string;
  /** How many times a second the bare database driver runs the case's statements. */
  readonly driver?: number | undefined;
  /**
   * The goal for the service's rate divided by the minimal server's rate. Undefined if the minimal server lacks the
   * case.
   */
  readonly ratio?: number;
  /** More goals of the case. `cpu` is the CPU time of a request in milliseconds. */
  readonly aims?: (measured: Measured & { readonly cpu: number }) => readonly Aim[];
  /** Whether the case writes to the database. If so, `npm run check` runs afterwards. */
  readonly writes?: boolean;
  /** Whether the case uses up prepared purchases, whose number is limited. */
  readonly bounded?: boolean;
  /** The shortest duration of a round, in seconds. Needed for cases in which a single request takes about a second. */
  readonly leastSeconds?: number;
  /** Whether some refusals are expected, such as for seats that another caller holds already. */
  readonly refuses?: boolean;
  /** The number of simultaneous callers. 50 by default. */
  readonly connections?: number;
}

/**
 * The number of rounds. The service and the minimal server take turns, because the speed of a shared machine varies.
 */
const ROUNDS = 5;
/** The number of purchases prepared for each second of a case that measures a single step, such as paying. */
const PURCHASES_A_SECOND = 1_000;

/** How long a case is measured. In a quick test, each connection sends only one request. */
export const lasting = ({ tiny }: Pick<Bench, 'tiny'>, connections: number, seconds: number): Load['for'] =>
  tiny ? { requests: connections } : { seconds };

/**
 * Measures several servers in turn, after a round that only warms them up. Returns the measurements of each server's
 * rounds.
 */
export async function inTurn(
  bench: Bench,
  drives: readonly ((how: Load['for']) => Promise<Measured>)[],
  how: Load['for'] = lasting(bench, CONNECTIONS, bench.seconds / ROUNDS),
): Promise<readonly (readonly Measured[])[]> {
  const rounds: Measured[][] = drives.map(() => []);
  if (!bench.tiny) for (const drive of drives) await drive(how);
  for (let round = 0; round < (bench.tiny ? 1 : ROUNDS); round += 1)
    for (const [index, drive] of drives.entries()) rounds[index]?.push(await drive(how));
  return rounds;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of each figure over several rounds. Requests, successes and failures are added up. */
export const medianOf = (rounds: readonly Measured[]): Measured => ({
  rate: median(rounds.map(({ rate }) => rate)),
  requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  granted: rounds.reduce((sum, { granted }) => sum + granted, 0),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
});

/** Adds up the CPU time of servers, databases and load processes, while the work passed to `during` runs. */
export function accounted(sides: readonly Side[]) {
  const spent = { service: 0, postgres: 0 as number | undefined, load: 0, wall: 0, requests: 0 };
  const now = () => ({
    service: sides.reduce((sum, { server }) => sum + server.cpu(), 0),
    postgres: cpuOfPostgres(sides[0]?.bed.url ?? ''),
    load: [...new Set(sides.map(({ load }) => load))].reduce((sum, load) => sum + load.cpu(), 0),
    // The elapsed time times the number of cores: the most CPU time that all processes together can use.
    wall: performance.now() * cpus().length,
  });
  return {
    /** The servers' CPU time for each request, in milliseconds. */
    each: (): number => spent.service / spent.requests,
    shares: (): Shares => ({
      service: spent.service / spent.wall,
      postgres: spent.postgres === undefined ? undefined : spent.postgres / spent.wall,
      load: spent.load / spent.wall,
    }),
    during: async (work: () => Promise<Measured>): Promise<Measured> => {
      const before = now();
      const measured = await work();
      const after = now();
      spent.requests += measured.requests;
      spent.service += after.service - before.service;
      spent.load += after.load - before.load;
      spent.wall += after.wall - before.wall;
      spent.postgres =
        spent.postgres === undefined || before.postgres === undefined || after.postgres === undefined
          ? undefined
          : spent.postgres + after.postgres - before.postgres;
      return measured;
    },
  };
}

/** Measures one case, the service and the minimal server in turn. */
export async function measure(bench: Bench, sides: Sides, given: Case): Promise<Measured | undefined> {
  const {
    name,
    title,
    driver,
    ratio,
    aims,
    writes = false,
    bounded = false,
    leastSeconds = 0,
    refuses = false,
    connections = CONNECTIONS,
  } = given;
  if (!bench.wants(name)) return undefined;
  const taken = ratio === undefined ? [sides.service] : [sides.service, sides.minimal];
  const requests = bench.tiny ? connections : Math.ceil((PURCHASES_A_SECOND * bench.seconds) / ROUNDS);
  const purchases = bounded ? requests * (ROUNDS + 1) : 0;
  for (const { load, server } of taken) await load.prepare(name, purchases, server.url);
  if (!bench.tiny) await untilSettled(sides);

  const [ofService, ofMinimal] = [accounted([sides.service]), accounted([sides.minimal])];
  const drives = taken.map(
    (side) => (how: Load['for']) =>
      (side === sides.service ? ofService : ofMinimal).during(() =>
        side.load.drive(name, { url: side.server.url, connections, for: how }),
      ),
  );
  const seconds = Math.max(bench.seconds / ROUNDS, leastSeconds);
  const how = bounded ? { requests } : lasting(bench, connections, seconds);
  const [service = [], minimal] = await inTurn(bench, drives, how);
  const measured = medianOf(service);
  const ratios = service.map(({ rate }, round) => rate / (minimal?.[round]?.rate ?? Number.NaN));
  const broken = writes ? await brokenInvariants(sides.service.bed.url) : undefined;
  bench.lines.push({
    database: sides.service.bed.database,
    name: title,
    ...measured,
    ...(minimal && { minimal: medianOf(minimal).rate, ratio: median(ratios), minimalCpu: ofMinimal.each() }),
    ...(driver !== undefined && { driver }),
    cpu: ofService.each(),
    shares: ofService.shares(),
    memory: sides.service.server.memory(),
    aims: [
      ...(ratio === undefined ? [] : [atLeast('ratio', median(ratios), ratio)]),
      ...(aims?.({ ...measured, cpu: ofService.each() }) ?? []),
    ],
    ...(writes && { note: broken === undefined ? 'check clean' : 'check found BROKEN INVARIANTS' }),
  });
  if (broken !== undefined || (measured.failed > 0 && !refuses)) bench.broken = true;
  if (broken !== undefined) bench.say(broken);
  const beside = minimal ? `, ${median(ratios).toFixed(2)} of the minimal server` : '';
  const failed = measured.failed > 0 ? `, ${measured.failed} failed` : '';
  bench.say(`  ${title}: ${Math.round(measured.rate).toLocaleString('en')} a second${beside}${failed}`);
  return measured;
}
