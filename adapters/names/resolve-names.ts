import { readFile } from 'node:fs/promises';
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

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
 * the name server answers, and then files, hashes and the database's connections wait as well. The system is asked only
 * for names that the name servers do not know, such as short names of a container platform.
 */
export function resolveNames({
  servers,
  hostsFile = '/etc/hosts',
  ticks = () => performance.now(),
  patienceMs = PATIENCE_MS,
}: Needs = {}): ResolveName {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<readonly string[]>>();

  const keep = (name: string, addresses: readonly string[]): void => {
    kept.delete(name);
    kept.set(name, { addresses, at: ticks() });
    const [oldest] = kept.keys();
    if (kept.size > MOST_NAMES && oldest !== undefined) kept.delete(oldest);
  };

  const find = async (name: string): Promise<readonly string[]> => {
    const known = await addressesInFile(hostsFile, name);
    if (known.length > 0) return known;
    const found = await ask(name, { servers, patienceMs });
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

async function ask(
  name: string,
  { servers, patienceMs }: Required<Pick<Needs, 'patienceMs'>> & { readonly servers: Needs['servers'] },
): Promise<readonly string[]> {
  const asked = servers ?? new Resolver().getServers();
  const resolver = new Resolver({ timeout: Math.ceil(patienceMs / Math.max(asked.length, 1)), tries: 1 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), patienceMs);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const isUnknown = answers.every((answer) => answer.status === 'rejected' && isNoSuchName(answer.reason));
  return isUnknown ? bySystem(name) : found;
}

/** Codes of name servers that answer and know no address of the name, and of a machine without a name server. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

const isNoSuchName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_SUCH_NAME.includes(String(error.code));

const bySystem = async (name: string): Promise<readonly string[]> => {
  try {
    return (await systemLookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

/** The addresses of a name in a file such as /etc/hosts. `localhost` is known without a file. */
async function addressesInFile(file: string, name: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const found = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
  if (found.length > 0) return [...found].sort((one, other) => isIP(one) - isIP(other));
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : [];
}
