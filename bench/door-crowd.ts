import { fork } from 'node:child_process';
import type { CrowdOrder, Seen } from './door-callers.ts';

/** People before an opening of a sale, in a process of their own. */
export interface Crowd {
  readonly ask: (order: CrowdOrder) => Promise<Seen>;
  readonly leave: () => void;
}

interface Reply {
  readonly id: number;
  readonly seen?: Seen;
  readonly error?: string;
}

export function startCrowd(): Crowd {
  const child = fork('bench/door-callers.ts', [], { execArgv: ['--import', 'tsx'] });
  const waiting = new Map<number, { resolve: (seen: Seen) => void; reject: (error: Error) => void }>();
  child.on('message', ({ id, seen, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (seen) asked?.resolve(seen);
    else asked?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The process of the people has stopped.'));
  });
  let last = 0;
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        waiting.set((last += 1), { resolve, reject });
        child.send({ id: last, order });
      }),
    leave: () => child.kill(),
  };
}
