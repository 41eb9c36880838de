import { readFileSync, statSync } from 'node:fs';
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import pLimit from 'p-limit';

/** Finds all addresses of a host name, IPv4 first. Empty if the name has none, or nobody answers. Never rejects. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

interface Needs {
  /** Name servers as `address` or `address:port`; by default those of this machine. */
  readonly servers?: readonly string[];
  /** The file of names that this machine knows itself. */
  readonly hostsFile?: string;
  /** Milliseconds that count up whatever happens to the clock. */
  readonly ticks?: () => number;
  readonly patienceMs?: number;
  /**
   * Whether the system's resolver may be asked. It blocks a thread for each name, so names that strangers choose must
   * not reach it.
   */
  readonly asksSystem?: boolean;
}

const PATIENCE_MS = 3_000;
/** Milliseconds for which the last address of a name is kept, for the time in which nobody answers. */
const KEPT_MS = 3_600_000;
/** The most names with kept addresses. Companies choose the names of their webhooks. */
const MOST_NAMES = 1_000;

interface Kept {
  readonly addresses: readonly string[];
  readonly at: number;
}

/**
 * Asks name servers over sockets of its own. The system's resolver blocks one of Node's few threads for each name until
 * the name server answers, and then files, hashes and the database's connections wait as well. The system, which knows
 * search domains, is asked first for short names, as container platforms give them, and for other names when no address
 * was found in time.
 */
export function resolveNames({
  servers,
  hostsFile = '/etc/hosts',
  ticks = () => performance.now(),
  patienceMs = PATIENCE_MS,
  asksSystem = true,
}: Needs = {}): ResolveName {
  const hosts = fileOfHosts(hostsFile);
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<readonly string[]>>();

  const keep = (name: string, addresses: readonly string[]): void => {
    kept.delete(name);
    kept.set(name, { addresses, at: ticks() });
    const [oldest] = kept.keys();
    if (kept.size > MOST_NAMES && oldest !== undefined) kept.delete(oldest);
  };

  const find = async (name: string): Promise<readonly string[]> => {
    const known = hosts(name);
    if (known.length > 0) return known;
    const found = await ask(name, { servers, patienceMs, asksSystem });
    if (found.length > 0) keep(name, found);
    const last = kept.get(name);
    return last && ticks() - last.at <= KEPT_MS ? last.addresses : found;
  };

  return async (given) => {
    if (isIP(given) !== 0) return [given];
    const name = given.toLowerCase().replace(/\.$/, '');
    // One question at a time for each name, however many connections wait for it.
    const asked = asking.get(name) ?? find(name).finally(() => asking.delete(name));
    asking.set(name, asked);
    return asked;
  };
}

type Asking = Required<Pick<Needs, 'patienceMs' | 'asksSystem'>> & { readonly servers: Needs['servers'] };

async function ask(name: string, { servers, patienceMs, asksSystem }: Asking): Promise<readonly string[]> {
  const ends = performance.now() + patienceMs;
  if (asksSystem && !name.includes('.')) {
    const found = await bySystem(name, patienceMs);
    if (found.length > 0) return found;
  }
  const found = await byNameServers(name, servers, ends - performance.now());
  const left = ends - performance.now();
  return found.length === 0 && asksSystem && left > 0 ? bySystem(name, left) : found;
}

async function byNameServers(name: string, servers: Needs['servers'], withinMs: number): Promise<readonly string[]> {
  if (withinMs <= 0) return [];
  const asked = servers ?? new Resolver().getServers();
  const resolver = new Resolver({ timeout: Math.ceil(withinMs / Math.max(asked.length, 1)), tries: 1 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), withinMs);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** The system's resolver gets at most two of Node's four threads. */
const atMostTwo = pLimit(2);

async function bySystem(name: string, withinMs: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), withinMs);
  });
  const found = atMostTwo(() => systemLookup(name, { all: true })).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/**
 * Finds the addresses of a name in a file such as /etc/hosts, which is read again when it has changed. `localhost` is
 * known without a file. The small file is read at once, because the threads that read files may all be waiting.
 */
function fileOfHosts(file: string): (name: string) => readonly string[] {
  let read = { at: -1, lines: [] as readonly (readonly string[])[] };
  const linesNow = (): readonly (readonly string[])[] => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at !== read.at) read = { at, lines: at === 0 ? [] : linesOf(readFileSync(file, 'utf8')) };
    return read.lines;
  };
  return (name) => {
    const found = linesNow().flatMap(([address = '', ...names]) => (names.includes(name) ? [address] : []));
    if (found.length > 0) return [...found].sort((one, other) => isIP(one) - isIP(other));
    return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : [];
  };
}

/** The lines of a file of hosts: an address, and its names in lower case. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([address = '']) => isIP(address) !== 0);
