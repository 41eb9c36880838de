import { fork } from 'node:child_process';
import type { Bed } from './bed.ts';
import type { CaseName } from './cases.ts';
import { cpuOf } from './cpu.ts';
import type { Load, Measured } from './drive.ts';
import type { Order, Reply } from './load-process.ts';

/** A separate process that calls a server. The CPU time of the calls does not count as the server's. */
export interface LoadProcess {
  readonly drive: (name: CaseName, load: Load) => Promise<Measured>;
  /** Makes purchases for a case that begins at a later step. A count of 0 drops all purchases. */
  readonly prepare: (name: CaseName, count: number, url: string) => Promise<void>;
  readonly cpu: () => number;
  readonly pid: number | undefined;
  readonly leave: () => void;
}

/**
 * Starts a load process for one server. Every server has its own load process, which continues the purchases that it
 * began.
 */
export async function startLoad({ generated, passengers, regulars }: Bed): Promise<LoadProcess> {
  const child = fork('bench/load-process.ts', [], { execArgv: ['--import', 'tsx'] });
  const waiting = new Map<number, { resolve: (measured: Measured) => void; reject: (error: Error) => void }>();
  child.on('message', ({ id, measured, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (measured) asked?.resolve(measured);
    else asked?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The load process has stopped.'));
  });
  let last = 0;
  const ask = (order: Order): Promise<Measured> =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      child.send({ id: last, order });
    });
  await ask({ does: 'begin', generated, passengers, regulars });
  return {
    drive: (name, load) => ask({ does: 'drive', name, load }),
    prepare: async (name, count, url) => {
      await ask({ does: 'prepare', name, count, url });
    },
    cpu: () => cpuOf(child.pid),
    pid: child.pid,
    leave: () => child.kill(),
  };
}
