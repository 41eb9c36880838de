import { readdirSync, readFileSync } from 'node:fs';

/** The unit of CPU times on Linux: hundredths of a second, in milliseconds. */
const TICK_MS = 10;

/** CPU time of a process so far, on all cores, in milliseconds. */
export function cpuOf(pid: number | string | undefined): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The state of a process and all later fields, as Linux lists them. */
const fieldsOf = (pid: number | string | undefined): readonly string[] =>
  readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** CPU time of each database's backends when they were last seen. The time of ended backends still counts. */
const lastSeen = new Map<string, Map<string, number>>();

/**
 * CPU time of the Postgres processes that serve one database, in milliseconds. Undefined if they are invisible, such as
 * on another machine.
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

/** The process that starts a database's backends, which inherit its cores, and the backends. Empty if invisible. */
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

/** A backend's title is `postgres: USER DATABASE ADDRESS …`, perhaps after the name of a cluster. */
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
