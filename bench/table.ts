import type { Traffic } from './postgres-tap.ts';

/** A row of the result table. */
export interface Line {
  readonly database: string;
  readonly name: string;
  /** How many requests the service answers in a second. */
  readonly rate?: number;
  /** How many requests the minimal server answers in a second. */
  readonly minimal?: number;
  /** How many times the bare database driver runs the same statements in a second. */
  readonly driver?: number;
  /** The service's rate divided by the minimal server's, from rounds that were measured in turn. */
  readonly ratio?: number;
  readonly p50?: number;
  readonly p99?: number;
  readonly failed?: number;
  /** The server's memory after the case, in MiB. */
  readonly memory?: number;
  /** CPU time of the service for each request, in milliseconds. */
  readonly cpu?: number;
  /** CPU time of the minimal server for each request, in milliseconds. */
  readonly minimalCpu?: number;
  /** How much of the machine's CPU the processes used, from 0 to 1. */
  readonly shares?: Shares;
  readonly aims?: readonly Aim[];
  readonly note?: string;
}

/** Shares of the CPU time of all cores. Postgres is missing if its processes are on another machine. */
export interface Shares {
  readonly service: number;
  readonly postgres: number | undefined;
  readonly load: number;
}

/** A goal of the benchmark, and the measured result. */
export interface Aim {
  readonly aim: string;
  readonly got: string;
  readonly reached: boolean;
}

/** The goal that `got` is at most `most`. The table shows both numbers with these decimals and this unit. */
export const atMost = (what: string, got: number, most: number, { unit = '', decimals = 0 } = {}): Aim => ({
  aim: `${what} ≤ ${most}${unit}`,
  got: `${got.toFixed(decimals)}${unit}`,
  reached: got <= most,
});

export const atLeast = (what: string, got: number, least: number): Aim => ({
  aim: `${what} ≥ ${least.toFixed(2)}`,
  got: got.toFixed(2),
  reached: got >= least,
});

const HEAD = [
  'database',
  'case',
  'service',
  'minimal',
  'driver',
  'ratio',
  'p50 ms',
  'p99 ms',
  'failed',
  'CPU ms',
  'service / Postgres / load',
  'MiB',
  'aimed at',
] as const;

const count = (value: number | undefined): string =>
  value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

export const percent = ({ service, postgres, load }: Shares): string =>
  [service, postgres, load].map((share) => (share === undefined ? '–' : `${Math.round(100 * share)} %`)).join(' / ');

const told = ({ aim, got, reached }: Aim): string => `${aim}: ${got} ${reached ? 'reached' : 'MISSED'}`;

const cells = (line: Line): readonly string[] => [
  line.database,
  line.name,
  count(line.rate),
  count(line.minimal),
  count(line.driver),
  line.ratio?.toFixed(2) ?? '',
  count(line.p50),
  count(line.p99),
  count(line.failed),
  [line.cpu, line.minimalCpu].flatMap((each) => (each === undefined ? [] : [each.toFixed(2)])).join(' : '),
  line.shares ? percent(line.shares) : '',
  count(line.memory && Math.round(line.memory)),
  [...(line.aims ?? []).map(told), ...(line.note === undefined ? [] : [line.note])].join('; '),
];

/** Prints rows as a Markdown table with aligned columns, so that it can be read in a terminal. */
export const tableOf = (lines: readonly Line[]): string => drawn(HEAD, lines.map(cells));

/** The traffic between each server and Postgres in one step of a purchase. */
export type Sends = readonly [step: string, service: Traffic | undefined, minimal: Traffic | undefined];

const SENDS_HEAD = ['statements / sends a step', 'service', 'minimal'];

export const sendsTable = (rows: readonly Sends[]): string =>
  drawn(
    SENDS_HEAD,
    rows.map(([step, ...servers]) => [
      step,
      ...servers.map((each) => (each ? `${each.statements} / ${each.sends}` : '')),
    ]),
  );

const LEFT = new Set<string>(['database', 'case', 'aimed at', 'statements / sends a step']);

function drawn(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isLeft = (column: number): boolean => LEFT.has(head[column] ?? '');
  const draw = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (isLeft(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${head.map((_title, column) => `${'-'.repeat((widths[column] ?? 0) + 1)}${isLeft(column) ? '-' : ':'}`).join('|')}|`;
  return [draw(head), rule, ...rows.map(draw)].join('\n');
}
