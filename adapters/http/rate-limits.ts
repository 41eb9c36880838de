import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { LimitName } from './route.ts';

/** So much in so many seconds. */
export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Opens the books of a budget: in this process, or where several processes share them. */
export type OpenBudget = (budget: Budget) => RateLimiterAbstract;

const inThisProcess: OpenBudget = ({ name, points, duration }) => new RateLimiterMemory({ keyPrefix: name, points, duration });

interface Limit {
  /** For everybody behind one address: it may be a family, an office or a mobile network. */
  readonly address: Omit<Budget, 'name'>;
  readonly account?: Omit<Budget, 'name'>;
  /** Whoever succeeds gets back what it took. */
  readonly onlyFailures?: boolean;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * Far above what people do, and above the documented limits of one account (lockout, codes), which come first: these stop scripts
 * that try many accounts, fill the tables or keep the seats of a trip on hold.
 */
const LIMITS: Readonly<Record<Exclude<LimitName, 'none'>, Limit>> = {
  'sign-in': { address: { points: 500, duration: QUARTER }, account: { points: 300, duration: QUARTER }, onlyFailures: true },
  'code': { address: { points: 1_000, duration: QUARTER }, account: { points: 300, duration: QUARTER } },
  'registration': { address: { points: 1_000, duration: HOUR } },
  'hold': { address: { points: 3_000, duration: MINUTE }, account: { points: 300, duration: MINUTE } },
  'upload': { address: { points: 600, duration: MINUTE }, account: { points: 60, duration: MINUTE } },
  'checkout': { address: { points: 1_200, duration: MINUTE }, account: { points: 120, duration: MINUTE } },
};

/** Every call counts towards this one, reads most of all: kept in the process, since a read must not become a write. */
const CALLS: Budget = { name: 'calls', points: 6_000, duration: MINUTE };

export interface Requester {
  readonly ip: string;
  /** Who they are or say they are. */
  readonly account?: string | undefined;
}

/** What has been taken, to be given back when it turns out that nothing was wrong. */
export interface Taken {
  readonly giveBack: () => Promise<unknown>;
}

export interface RateLimits {
  /** Counts a call from an address. Throws a Refusal that says when to come back. */
  readonly countCall: (ip: string) => Promise<void>;
  /** Takes from the budgets of a limit. Throws a Refusal that says when to come back. */
  readonly take: (limit: LimitName | undefined, requester: Requester) => Promise<Taken>;
}

const NOTHING_TAKEN: Taken = { giveBack: async () => undefined };

/** Where limits are turned off. */
export const noLimits: RateLimits = { countCall: async () => undefined, take: async () => NOTHING_TAKEN };

interface Needs {
  readonly openBudget?: OpenBudget | undefined;
  /** Told when the books can't be read: requests go on without them. */
  readonly report: (error: unknown) => void;
}

export function rateLimits({ openBudget = inThisProcess, report }: Needs): RateLimits {
  const calls = inThisProcess(CALLS);
  const books = new Map(Object.entries(LIMITS).map(([name, { address, account, onlyFailures = false }]) => [name, {
    address: openBudget({ name: `${name}:address`, ...address }),
    account: account && openBudget({ name: `${name}:account`, ...account }),
    onlyFailures,
  }]));

  const spend = (budget: RateLimiterAbstract, key: string): Promise<unknown> =>
    budget.consume(key).catch((outcome: unknown) => {
      if (outcome instanceof RateLimiterRes) throw tooMany(outcome.msBeforeNext / 1_000);
      report(outcome);
    });

  return {
    countCall: async (ip) => { await spend(calls, addressKey(ip)); },

    async take(limit, { ip, account }) {
      const book = limit === undefined ? undefined : books.get(limit);
      if (!book) return NOTHING_TAKEN;
      const spending: (readonly [RateLimiterAbstract, string])[] = [[book.address, addressKey(ip)]];
      if (book.account && account) spending.push([book.account, digest(account)]);
      await Promise.all(spending.map(([budget, key]) => spend(budget, key)));
      return book.onlyFailures ? { giveBack: () => Promise.all(spending.map(([budget, key]) => budget.reward(key).catch(report))) } : NOTHING_TAKEN;
    },
  };
}

/** The address, or the network where one customer is given more addresses than anybody could count (IPv6, /64). */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  // The canonical form has one run of zeroes at most left out, in the place of `::`.
  const canonical = new URL(`http://[${ip.split('%', 1)[0] ?? ''}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeroes = Array<string>(8 - front.length - back.length).fill('0');
  return `${[...front, ...zeroes, ...back].slice(0, 4).join(':')}::/64`;
}

/** Names are of any length, and nobody's business. */
const digest = (account: string): string => createHash('sha256').update(account.toLowerCase()).digest('base64url');

function tooMany(seconds: number): Refusal {
  const wait = Math.max(1, Math.ceil(seconds));
  const when = wait > 90 ? `${Math.ceil(wait / 60)} minutes` : wait > 1 ? `${wait} seconds` : 'a second';
  return new Refusal('throttled', 'RATE_LIMITED', `That was too many requests. Please try again in ${when}.`, { retryAfterSeconds: wait });
}
