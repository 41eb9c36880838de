import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** CPU that a process has used so far, on all cores, in milliseconds. */
export function cpuOf(pid: number | string | undefined): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * Time that the backends of each database had used when they were last seen. A backend that ended has used it all the
 * same.
 */
const lastSeen = new Map<string, Map<string, number>>();

/**
 * The same of the processes by which Postgres serves one database, or undefined where they can't be seen: it runs on
 * another machine, say.
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

/** A backend's title reads `postgres: USER DATABASE ADDRESS …`, perhaps after the name of a cluster. */
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
