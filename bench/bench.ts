import { brokenInvariants } from './audit.ts';
import type { Bed } from './bed.ts';
import { drive } from './drive.ts';
import type { Load, Measured, Step } from './drive.ts';
import type { Server } from './server.ts';
import { atLeast, atMost } from './table.ts';
import type { Aim, Line } from './table.ts';

/** The run so far: what was measured, and whether anything broke. */
export interface Bench {
  readonly seconds: number;
  /** Whether one request per connection is enough. */
  readonly tiny: boolean;
  readonly lines: Line[];
  readonly say: (text: string) => void;
  broken: boolean;
}

interface Case {
  readonly name: string;
  readonly steps: readonly Step<never>[];
  readonly limit?: number;
  /** The least ratio to the limit that is aimed at. */
  readonly ratio?: number;
  /** What else is aimed at. */
  readonly aims?: (measured: Measured) => readonly Aim[];
  /** Whether it changes anything, so that the database is audited afterwards. */
  readonly writes?: boolean;
  /** How many requests at 50 connections, instead of a time: for what can be done only so many times. */
  readonly requests?: number;
  /** Whether some refusals belong to it, such as seats that somebody else was faster to hold. */
  readonly refuses?: boolean;
}

const MOST_MEMORY = 260;
export const CONNECTIONS = 50;

/** How long a case is driven; in a tiny run, one request per connection. */
export const lasting = ({ tiny }: Bench, connections: number, seconds: number): Load['for'] =>
  tiny ? { requests: connections } : { seconds };

/** Measures one case at 1, 10 and 50 connections; the last is held against the limit. */
export async function measure(
  bench: Bench,
  bed: Bed,
  server: Server,
  { name, steps, limit, ratio, aims, writes, requests, refuses }: Case,
): Promise<Measured> {
  const at = (connections: number, how: Load['for']): Promise<Measured> =>
    drive({ url: server.url, connections, for: how }, steps);
  for (const connections of requests === undefined && !bench.tiny ? [1, 10] : []) {
    bench.lines.push({
      database: bed.database,
      name,
      connections,
      ...(await at(connections, { seconds: bench.seconds / 2 })),
    });
  }
  const measured = await at(
    CONNECTIONS,
    requests === undefined ? lasting(bench, CONNECTIONS, bench.seconds) : { requests },
  );
  const memory = server.memory();
  const broken = writes ? await brokenInvariants(bed.url) : undefined;
  bench.lines.push({
    database: bed.database,
    name,
    connections: CONNECTIONS,
    ...measured,
    memory,
    ...(limit !== undefined && { limit }),
    aims: [
      ...(ratio === undefined || limit === undefined ? [] : [atLeast('ratio', measured.throughput / limit, ratio)]),
      ...(aims?.(measured) ?? []),
      ...(memory > MOST_MEMORY ? [atMost('memory', memory, MOST_MEMORY, { unit: ' MiB' })] : []),
    ],
    ...(writes && { note: broken === undefined ? 'check clean' : 'check found BROKEN INVARIANTS' }),
  });
  if (broken !== undefined || (measured.failed > 0 && !refuses)) bench.broken = true;
  if (broken !== undefined) bench.say(broken);
  bench.say(
    `  ${name}: ${Math.round(measured.throughput).toLocaleString('en')} a second${measured.failed > 0 ? `, ${measured.failed} failed` : ''}`,
  );
  return measured;
}
