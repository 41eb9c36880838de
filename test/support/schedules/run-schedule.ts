import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { HoldingProxy } from './holding-proxy.ts';
import type { Effect } from './statements.ts';

/** Somebody who acts through a proxy. */
export interface Actor {
  /** The letter that stands for the actor in a schedule: a, b or c. */
  readonly letter: string;
  readonly proxy: HoldingProxy;
  /** The actor's request. Resolves with the outcome as a text, and never rejects. */
  readonly act: () => Promise<string>;
}

/** An actor that can go on, and what its next group does. */
export interface Able {
  readonly letter: string;
  readonly effect: Effect;
}

/** Chooses the next actor among those that can go on. Returns its letter. */
export type Choose = (able: readonly Able[], position: number) => string;

export interface Ran {
  /** The letters of the actors whose groups went on, in order. */
  readonly schedule: string;
  /** The actors that could go on at each position. */
  readonly able: readonly (readonly Able[])[];
  /** The outcome of each actor. */
  readonly outcomes: readonly string[];
}

/** Milliseconds without news after which the scheduler asks who waits for a lock. */
const QUIET_MS = 2;

/** The number of times in a row that an actor must be seen waiting. Postgres has looked for a deadlock by then. */
const SEEN_WAITING = 2;

/** The most looks at actors that do nothing. Then the schedule has failed. */
const MOST_LOOKS = 4_000;

/** News from the proxies and the actors. */
export interface News {
  readonly tell: () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export function news(): News {
  let wake: () => void = () => undefined;
  return {
    tell: () => wake(),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs actors at the same time, one group of messages after the other, in the order of `choose`. */
export async function runSchedule(
  actors: readonly Actor[],
  { tell, wait }: News,
  aside: pg.Client,
  choose: Choose,
): Promise<Ran> {
  const outcomes = new Map<Actor, string>();
  for (const { proxy } of actors) proxy.hold(true);
  const acting = actors.map(async (actor) => {
    outcomes.set(actor, await actor.act());
    tell();
  });
  const able: (readonly Able[])[] = [];
  const waiting: Blocked = new Map();
  let schedule = '';
  for (;;) {
    await settled(actors, { outcomes, wait, aside, waiting }).catch(async (error: unknown) => {
      for (const { proxy } of actors) proxy.hold(false);
      await Promise.all(acting);
      throw new Error(`After ${schedule}: ${String(error)}`, { cause: error });
    });
    const ready = actors.flatMap(({ letter, proxy }): readonly Able[] => {
      const effect = proxy.next();
      return effect ? [{ letter, effect }] : [];
    });
    if (ready.length === 0) break;
    const chosen = choose(ready, able.length);
    if (!ready.some(({ letter }) => letter === chosen)) throw new Error(`${chosen} cannot go on after ${schedule}.`);
    able.push(ready);
    schedule += chosen;
    actors.find(({ letter }) => letter === chosen)?.proxy.pass();
  }
  await Promise.all(acting);
  for (const { proxy } of actors) proxy.hold(false);
  return { schedule, able, outcomes: actors.map((actor) => outcomes.get(actor)!) };
}

/** Processes of Postgres that wait for locks, with the processes that have them, as a text. */
type Blocked = Map<number, string>;

interface Surroundings {
  readonly outcomes: ReadonlyMap<Actor, string>;
  readonly wait: News['wait'];
  readonly aside: pg.Client;
  /** The processes that waited for locks when the last group went on. They need one look, without a pause before it. */
  readonly waiting: Blocked;
}

/** Waits until every actor is finished, has a group ready or waits for a lock, and one of them can go on. */
async function settled(actors: readonly Actor[], { outcomes, wait, aside, waiting }: Surroundings): Promise<void> {
  const findActing = () => actors.filter((actor) => !outcomes.has(actor) && !actor.proxy.isReady());
  const canSomebodyGoOn = () => actors.some(({ proxy }) => proxy.next() !== undefined);
  const isKnown = ({ proxy }: Actor) => proxy.busy().length > 0 && proxy.busy().every((pid) => waiting.has(pid));
  let seen = 0;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const isNewsDue = !canSomebodyGoOn() || !findActing().every(isKnown);
    if (isNewsDue && findActing().length > 0) await wait(QUIET_MS);
    // Groups of one moment arrive in several turns of the event loop.
    await turn();
    await turn();
    const acting = findActing();
    if (acting.length === 0) return;
    const pids = acting.map(({ proxy }) => proxy.busy());
    const mayAllWait = canSomebodyGoOn() && pids.every((busy) => busy.length > 0);
    if (!mayAllWait) {
      seen = 0;
      continue;
    }
    const blocked = await findBlocked(aside, pids.flat());
    const freed = pids.flat().filter((pid) => !blocked.has(pid));
    if (freed.length > 0) {
      seen = 0;
      for (const pid of freed) waiting.delete(pid);
      continue;
    }
    seen += 1;
    // A wait for another process may close a circle, which Postgres finds a moment later.
    const isOld = [...blocked].every(([pid, by]) => waiting.get(pid) === by);
    if (isOld || seen >= SEEN_WAITING) {
      waiting.clear();
      for (const [pid, by] of blocked) waiting.set(pid, by);
      return;
    }
    await pause(QUIET_MS);
  }
  throw new Error('An actor neither finished nor sent anything nor waited for a lock.');
}

/** Finds the processes among `pids` that wait for locks. */
async function findBlocked(aside: pg.Client, pids: readonly number[]): Promise<Blocked> {
  const { rows } = await aside.query<{ pid: number; by: string }>({
    name: 'waiting',
    text: `select pid, by::text from unnest($1::int[]) as pid, pg_blocking_pids(pid) as by where cardinality(by) > 0`,
    values: [pids],
  });
  return new Map(rows.map(({ pid, by }) => [pid, by]));
}
