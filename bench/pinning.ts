import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { postmasterOf } from './cpu.ts';

/** Processes limited to a core, so that the rest of the machine is free for servers. */
export interface Pinning {
  /** Says for the table what was limited. */
  readonly note: string;
  /** Gives all cores back to the database. */
  readonly release: () => void;
}

const [FIRST, ALL] = ['0', `0-${cpus().length - 1}`];

/** Limits all threads of a process to some cores. Throws without taskset or the right to do so. */
const limit = (pid: number | string, cores: string): unknown =>
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });

/**
 * Limits callers and database to the first core, and a server to each of the others. A machine of two cores has none
 * left for a second server.
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
