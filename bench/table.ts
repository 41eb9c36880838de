/** What one line of the table says. */
export interface Line {
  readonly database: string;
  readonly name: string;
  readonly connections?: number;
  /** Requests or flows a second. */
  readonly throughput?: number;
  readonly p50?: number;
  readonly p99?: number;
  readonly failed?: number;
  /** Memory of the server when the case was over, in MiB. */
  readonly memory?: number;
  /** What the bare driver does, in the same unit. */
  readonly limit?: number;
  readonly aims?: readonly Aim[];
  readonly note?: string;
}

/** A goal, and the result. */
export interface Aim {
  readonly aim: string;
  readonly got: string;
  readonly reached: boolean;
}

/** `got` must not be above `most`, written with so many decimals and its unit. */
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
  'conn.',
  'a second',
  'p50 ms',
  'p99 ms',
  'failed',
  'MiB',
  'limit',
  'ratio',
  'aimed at',
] as const;
const LEFT = new Set<string>(['database', 'case', 'aimed at']);

const count = (value: number | undefined): string =>
  value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });

const told = ({ aim, got, reached }: Aim): string => `${aim}: ${got} ${reached ? 'reached' : 'MISSED'}`;

const cells = (line: Line): readonly string[] => [
  line.database,
  line.name,
  count(line.connections),
  count(line.throughput),
  count(line.p50),
  count(line.p99),
  count(line.failed),
  count(line.memory && Math.round(line.memory)),
  count(line.limit),
  line.limit === undefined || line.throughput === undefined ? '' : (line.throughput / line.limit).toFixed(2),
  [...(line.aims ?? []).map(told), ...(line.note === undefined ? [] : [line.note])].join('; '),
];

/** The lines as a Markdown table, its columns aligned so that it reads well in a terminal too. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(cells);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const draw = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (LEFT.has(HEAD[column] ?? '') ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${HEAD.map((head, column) => `${'-'.repeat((widths[column] ?? 0) + 1)}${LEFT.has(head) ? '-' : ':'}`).join('|')}|`;
  return [draw(HEAD), rule, ...rows.map(draw)].join('\n');
}
