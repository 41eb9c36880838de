import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick. Linux counts CPU time in ticks of a hundredth of a second. */
const TICK_MS = 10;

/** CPU time that a process has used on all cores, in milliseconds. */
export function cpuOf(pid: number | string | undefined): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Reads the fields that Linux lists about a process, beginning with the process's state. */
const fieldsOf = (pid: number | string | undefined): readonly string[] =>
  readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/**
 * The CPU time of each Postgres process when last seen, by database and process id. Ended processes stay, so that their
 * time still counts.
 */
const lastSeen = new Map<string, Map<string, number>>();

/**
 * CPU time of the Postgres processes that serve one database, in milliseconds. Undefined if this machine does not show
 * the processes, such as when Postgres runs elsewhere.
 */
export function cpuOfPostgres(url: string): number | undefined {
  if (!url.startsWith('postgres')) return undefined;
  const database = new URL(url).pathname.slice(1);
  const seen = lastSeen.get(database) ?? new Map<string, number>();
  lastSeen.set(database, seen);
  for (const pid of readdirSync('/proc'))
    if (/^\d+$/.test(pid) && isBackendOf(database, pid))
      seen.set(
        pid,
        unlessGone(() => cpuOf(pid), seen.get(pid) ?? 0),
      );
  return seen.size === 0 ? undefined : [...seen.values()].reduce((sum, used) => sum + used, 0);
}

/**
 * Finds the Postgres processes of a database, and the process that starts them. A core limit on that process holds for
 * all processes that it starts later. Empty if this machine does not show Postgres processes.
 */
export function postmasterOf(url: string): {
  readonly postmaster: string | undefined;
  readonly backends: readonly string[];
} {
  const database = new URL(url).pathname.slice(1);
  const backends = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isBackendOf(database, pid));
  const [first] = backends;
  const parent = first && unlessGone(() => fieldsOf(first)[1], undefined);
  return { postmaster: parent, backends };
}

/**
 * Whether a process serves the database. The title of such a process is `postgres: USER DATABASE ADDRESS …`; a
 * cluster's name may precede the user.
 */
function isBackendOf(database: string, pid: string): boolean {
  const title = unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split(' ');
  return title[0] === 'postgres:' && title.includes(database);
}

function unlessGone<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
