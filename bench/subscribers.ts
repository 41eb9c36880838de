import { fork } from 'node:child_process';
import type { Passenger } from './passengers.ts';

export interface Subscribers {
  /** Milliseconds from an event's commit until the last subscriber got it, for each event that all subscribers got. */
  readonly delays: readonly number[];
  readonly leave: () => void;
}

/** Starts `count` subscribers that follow the seats of one trip. */
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

export interface SeatChanges {
  /** The number of holds that the service has granted so far. */
  readonly granted: () => number;
  readonly stop: () => void;
}

interface MappedSeats {
  readonly seats: readonly { readonly seat_number: string; readonly status: string }[];
}

/**
 * Twice a second, holds two free seats of a trip or releases them. Reads the free seats each time, because earlier
 * measurements may have sold some.
 */
export function changeSeats(url: string, trip: number, { access }: Passenger): SeatChanges {
  let granted = 0;
  const hold = async (seats: readonly string[]): Promise<void> => {
    const response = await fetch(`${url}/api/trips/${trip}/seats/lock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ seat_numbers: seats }),
    });
    const answer = (await response.json()) as { readonly granted?: readonly string[] };
    if (answer.granted?.length) granted += 1;
  };
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const changed = turn % 2 === 0 ? hold([]) : lastFreePair(url, trip).then(hold);
    // Ignores a failed change, which the number of granted holds shows anyway.
    changed.catch(() => undefined);
  }, EVERY_MS);
  return { granted: () => granted, stop: () => clearInterval(timer) };
}

async function lastFreePair(url: string, trip: number): Promise<readonly string[]> {
  const { seats } = (await (await fetch(`${url}/api/trips/${trip}/seats`)).json()) as MappedSeats;
  return seats
    .filter(({ status }) => status === 'AVAILABLE')
    .map(({ seat_number: number }) => number)
    .slice(-2);
}

/** The 99th percentile of the values. */
export const p99Of = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.max(0, Math.ceil(values.length * 0.99) - 1)] ?? Number.NaN;
