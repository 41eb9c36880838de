import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { jsonWebTokens } from '../adapters/crypto/tokens.ts';
import type { UserId } from '../core/kernel/ids.ts';
import { type Instant, hoursAfter } from '../core/kernel/time.ts';
import { drive } from './drive.ts';
import { APP_SECRET } from './server.ts';

/** The program of the process that door-crowd.ts starts. It plays the people before an opening of a sale. */

interface Target {
  /** The addresses of the service's processes. People are spread over them. */
  readonly urls: readonly string[];
  /** The id of the door, as in the API. */
  readonly door: string;
}

/** Each of these people joins once, as fast as the service answers. */
export interface Joining extends Target {
  readonly does: 'join';
  readonly people: readonly UserId[];
}

/** Pages ask for the door, so many times a second. */
export interface Polling extends Target {
  readonly does: 'poll';
  readonly perSecond: number;
  readonly seconds: number;
}

/** People in the order of their numbers come one after the other, and each holds seats once they are in. */
export interface Entering extends Target {
  readonly does: 'enter';
  readonly people: readonly UserId[];
  readonly perSecond: number;
  readonly trips: readonly number[];
}

export type CrowdOrder = Joining | Polling | Entering;

/** The answers to a group of callers. Times are in milliseconds. */
export interface Seen {
  /** Answers in a second. */
  readonly rate: number;
  /** The time that 95 of 100 answers need at most. Of `enter`, of the holds alone. */
  readonly p95: number;
  readonly failed: number;
}

const tokens = jsonWebTokens(APP_SECRET);
const HOURS = 2;
const tokenOf = (userId: UserId): string =>
  tokens.issueAccess({ userId, role: 'PASSENGER', tokenVersion: 0 }, hoursAfter(Date.now() as Instant, HOURS));

/** Simultaneous callers of each process. */
const JOINING_CONNECTIONS = 25;
const POLLING_CONNECTIONS = 200;

const p95Of = (times: number[]): number =>
  times.sort((one, other) => one - other)[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;

async function join({ urls, door, people }: Joining): Promise<Seen> {
  const began = performance.now();
  const times: number[] = [];
  const parts = await Promise.all(
    urls.map((url, part) => {
      const here = people.filter((_person, index) => index % urls.length === part);
      const connections = Math.min(JOINING_CONNECTIONS, here.length);
      let next = 0;
      return drive<{ at?: number }>({ url, connections, for: { requests: here.length } }, [
        {
          build: (context) => {
            context.at = performance.now();
            const person = here[next] ?? here[0];
            next += 1;
            if (person === undefined) throw new Error('Nobody is there to join.');
            return { method: 'POST', path: `/api/doors/${door}/join`, token: tokenOf(person), body: {} };
          },
          then: (_status, _body, { at = began }) => times.push(performance.now() - at),
        },
      ]);
    }),
  );
  return {
    rate: parts.reduce((sum, { rate }) => sum + rate, 0),
    p95: p95Of(times),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

async function poll({ urls, door, perSecond, seconds }: Polling): Promise<Seen> {
  const times: number[] = [];
  const connections = Math.min(POLLING_CONNECTIONS, perSecond) / urls.length;
  const parts = await Promise.all(
    urls.map((url) =>
      autocannon({
        url: `${url}/api/doors/${door}`,
        connections,
        overallRate: perSecond / urls.length,
        duration: seconds,
        setupClient: (client) => {
          client.on('response', (_status, _bytes, time) => times.push(time));
        },
      }),
    ),
  );
  return {
    rate: parts.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0),
    p95: p95Of(times),
    failed: parts.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0),
  };
}

/** Milliseconds after which who is not called yet asks again. */
const AGAIN_MS = 500;

async function enter({ urls, door, people, perSecond, trips }: Entering): Promise<Seen> {
  const [holds, entered]: [number[], number[]] = [[], []];
  let failed = 0;
  const began = performance.now();
  const come = async (person: UserId, index: number): Promise<void> => {
    await pause((1_000 * index) / perSecond);
    const url = urls[index % urls.length] ?? '';
    const authorization = `Bearer ${tokenOf(person)}`;
    const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const place = await fetch(`${url}/api/doors/${door}/place`, { headers: { authorization } });
    const { token } = (await place.json()) as { token: string };
    let answer = await post(`/api/doors/${door}/enter`, { token });
    while (answer.status === 409) {
      await pause(AGAIN_MS);
      answer = await post(`/api/doors/${door}/enter`, { token });
    }
    const { pass } = (await answer.json()) as { pass?: string };
    entered.push(performance.now());
    const asked = performance.now();
    const hold = await post(
      `/api/trips/${trips[index % trips.length]}/seats/lock`,
      { best: 2 },
      { 'door-pass': `${pass}` },
    );
    await hold.text();
    holds.push(performance.now() - asked);
    if (!hold.ok) failed += 1;
  };
  await Promise.all(people.map(come));
  const minutes = ((entered.sort((one, other) => one - other).at(-1) ?? began) - began) / 60_000;
  return { rate: people.length / minutes / 60, p95: p95Of(holds), failed };
}

const obey = (order: CrowdOrder): Promise<Seen> =>
  order.does === 'join' ? join(order) : order.does === 'poll' ? poll(order) : enter(order);

process.on('message', ({ id, order }: { id: number; order: CrowdOrder }) => {
  obey(order).then(
    (seen) => process.send?.({ id, seen }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
