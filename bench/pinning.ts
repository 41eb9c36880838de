import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { postmasterOf } from './cpu.ts';

/** Processes that run only on some cores, so that the servers have the other cores for themselves. */
export interface Pinning {
  /** A note for the result table, which names the processes that were limited to some cores. */
  readonly note: string;
  /** Lets the database use all cores again. */
  readonly release: () => void;
}

const [FIRST, ALL] = ['0', `0-${cpus().length - 1}`];

/** Limits all threads of a process to these cores. Throws if the command `taskset` is missing or not allowed. */
const limit = (pid: number | string, cores: string): unknown =>
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });

/**
 * Limits callers and database to the first core, and the servers to the others. On a machine with two cores, two
 * servers share the second.
 */
export function pin(url: string, callers: number | undefined, servers: readonly (number | undefined)[]): Pinning {
  const { postmaster, backends } = postmasterOf(url);
  const free = cpus().length - 1;
  try {
    for (const pid of [callers, postmaster, ...backends]) if (pid !== undefined) limit(pid, FIRST);
    if (free > 0) for (const pid of servers) if (pid !== undefined) limit(pid, `1-${free}`);
  } catch {
    return { note: 'nothing was limited to a core', release: () => undefined };
  }
  return {
    note: `callers and database on 1 core, servers on ${free}${free < servers.length ? ', none free for a second one' : ''}`,
    release: () => {
      for (const pid of [postmaster, ...postmasterOf(url).backends]) if (pid !== undefined) limit(pid, ALL);
    },
  };
}
