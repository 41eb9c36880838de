import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, median } from './bench.ts';
import { type Bed, PORT } from './bed.ts';
import { casesOf } from './cases.ts';
import { sentFor } from './drive.ts';
import { type Tap, type Traffic, tapPostgres } from './postgres-tap.ts';
import { type Server, startServer } from './server.ts';
import { MINIMAL_PORT, startMinimal } from './sides.ts';

const PURCHASES = 20;
const CALM_MS = 50;
const STEPS = ['hold', 'book', 'check out', 'pay'];

/**
 * Counts the statements of each step of a purchase on Postgres. Also counts how often the service waits for an answer.
 */
export async function measureSends(bench: Bench, bed: Bed, beside: Bed): Promise<void> {
  bench.say(' statements and sends …');
  const service = await counted(bed, (url) => startServer(PORT, { DATABASE_URL: url }));
  const minimal = await counted(beside, (url) => startMinimal(MINIMAL_PORT, url));
  for (const [step, title] of STEPS.entries()) bench.sends.push([title, service[step], minimal[step]]);
}

/** Waits until nothing more is sent to Postgres, such as events of the step before. */
async function calm({ traffic }: Tap): Promise<void> {
  for (let sends = -1; sends !== traffic().sends;) {
    ({ sends } = traffic());
    await pause(CALM_MS);
  }
}

/**
 * Makes purchases one after another. Counts what is sent to Postgres between each request and its answer. Takes the
 * median, because a job may run at the same time.
 */
async function counted(bed: Bed, start: (url: string) => Promise<Server>): Promise<readonly Traffic[]> {
  const tap = await tapPostgres(bed.url);
  const server = await start(tap.url);
  const { flow } = casesOf(bed.generated, bed.passengers);
  const all: Traffic[][] = STEPS.map(() => []);
  for (let purchase = 0; purchase < PURCHASES; purchase += 1) {
    const memory = {} as Parameters<(typeof flow)[number]['build']>[0];
    for (const [step, { build, then }] of flow.entries()) {
      const call = build(memory);
      await calm(tap);
      const before = tap.traffic();
      const response = await fetch(server.url + call.path, { ...sentFor(call), redirect: 'manual' });
      then?.(response.status, await response.text(), memory);
      const after = tap.traffic();
      all[step]?.push({ statements: after.statements - before.statements, sends: after.sends - before.sends });
    }
  }
  await server.stop();
  tap.close();
  return all.map((each) => ({
    statements: median(each.map(({ statements }) => statements)),
    sends: median(each.map(({ sends }) => sends)),
  }));
}
