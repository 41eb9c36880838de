import { fork } from 'node:child_process';
import type { Passenger } from './passengers.ts';

export interface Subscribers {
  /** Milliseconds from an event's commit until the last subscriber had it, for each event that all have heard. */
  readonly delays: readonly number[];
  readonly leave: () => void;
}

/** Has so many subscribers follow the seats of one trip. */
export async function subscribe(port: number, trip: number, count: number): Promise<Subscribers> {
  const child = fork(
    'bench/subscriber.ts',
    [`mqtt://127.0.0.1:${port}`, `busticket/schedules/${trip}/seats`, String(count)],
    { execArgv: ['--import', 'tsx'] },
  );
  const delays: number[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The subscribers could not subscribe.')));
    child.on('message', (message) => {
      if (message === 'ready') resolve();
      else delays.push((message as { late: number }).late);
    });
  });
  return { delays, leave: () => child.kill() };
}

const EVERY_MS = 500;

/** Changes seats of one trip twice a second, whoever listens. Answers how to stop. */
export function changeSeats(url: string, trip: number, { access }: Passenger): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    void fetch(`${url}/api/trips/${trip}/seats/lock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ seat_numbers: turn % 2 === 0 ? [] : ['S39', 'S40'] }),
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** The value that all but one in a hundred are at most. */
export const p99Of = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.max(0, Math.ceil(values.length * 0.99) - 1)] ?? Number.NaN;
