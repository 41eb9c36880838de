import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { TakeMail } from '../../../core/accounts/stranger-mails.ts';
import { addressKey } from '../../../core/kernel/address-key.ts';
import { Refusal, refusal } from '../../../core/kernel/refusal.ts';
import { boundedQueueByKey } from './bounded-queue.ts';

export type LimitName =
  | 'sign-in'
  | 'scan'
  | 'code'
  | 'registration'
  | 'hold'
  | 'checkout'
  | 'upload'
  | 'download'
  | 'ticket'
  | 'ticket-link'
  | 'enrolment'
  | 'sandbox'
  | 'sandbox-agent'
  | 'positions'
  | 'position'
  | 'office'
  | 'none';

/** How many points somebody may use in `duration` seconds. A request usually costs one point. */
export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Makes the object that counts points of a budget, in this process or in a database that processes share. */
export type OpenBudget = (budget: Budget) => RateLimiterAbstract;

const inThisProcess: OpenBudget = ({ name, points, duration }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

interface Limit {
  /** The budget of an IP address. A family, an office or a mobile network may share the address. */
  readonly address: Omit<Budget, 'name'>;
  readonly account?: Omit<Budget, 'name'>;
  /**
   * Whether an account has a separate budget for each IP address. If so, strangers cannot use up the owner's budget.
   */
  readonly accountByAddress?: boolean;
  /** Whether only failed requests cost points. */
  readonly onlyFailures?: boolean;
  /** Whether requests are counted in this process alone, so that a read does not write to the database. */
  readonly inMemory?: true;
  /** The most requests of one IP address that run at the same time. A limited number of further requests waits. */
  readonly concurrency?: number;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The most requests of one IP address at a time that hash a password or hold a file in memory. The number is low, so
 * that other addresses get their turn.
 */
const FEW = 4;
const MAX_WAITING = 32;
const BUSY_SECONDS = 3;

/**
 * Rate limits of requests. These limits are far above what people need, and above an account's documented limits
 * (lockout, one-time codes). Their purpose is to stop scripts that try many accounts, fill tables or hold all seats of
 * a trip.
 */
const LIMITS: Readonly<Record<Exclude<LimitName, 'none'>, Limit>> = {
  'sign-in': {
    address: { points: 500, duration: QUARTER },
    account: { points: 300, duration: QUARTER },
    accountByAddress: true,
    onlyFailures: true,
    concurrency: FEW,
  },
  code: { address: { points: 1_000, duration: QUARTER }, account: { points: 300, duration: QUARTER } },
  // Each registration adds several rows.
  registration: { address: { points: 300, duration: HOUR }, concurrency: FEW },
  hold: { address: { points: 3_000, duration: MINUTE }, account: { points: 300, duration: MINUTE } },
  upload: { address: { points: 600, duration: MINUTE }, account: { points: 60, duration: MINUTE }, concurrency: FEW },
  // Each scan costs a point, not each request, because a request may contain many scans.
  scan: { address: { points: 60_000, duration: MINUTE }, account: { points: 600, duration: MINUTE } },
  checkout: { address: { points: 1_200, duration: MINUTE }, account: { points: 120, duration: MINUTE } },
  ticket: { address: { points: 1_200, duration: MINUTE }, account: { points: 60, duration: MINUTE } },
  // Requests for a ticket by its link. Only a wrong code costs a point, because the caller may be guessing.
  'ticket-link': { address: { points: 60, duration: MINUTE }, onlyFailures: true },
  // Requests to enrol a device. Only a wrong code costs a point. A code has eight characters, so guesses must stay few.
  enrolment: { address: { points: 60, duration: QUARTER }, onlyFailures: true },
  download: { address: { points: 1_200, duration: MINUTE }, account: { points: 120, duration: MINUTE } },
  // Payments that are opened at the sandbox. Each is a row, and the sandbox asks nobody who they are.
  sandbox: { address: { points: 600, duration: HOUR } },
  // Agents that strangers make on a sandbox. Each is kept for ever.
  'sandbox-agent': { address: { points: 5, duration: HOUR } },
  // Posts of points, from phones that share the address of a mobile network.
  positions: { address: { points: 6_000, duration: MINUTE }, account: { points: 30, duration: MINUTE } },
  // Reads of the position of a bus, by people with and without an account.
  position: { address: { points: 600, duration: MINUTE }, inMemory: true },
  office: { address: { points: 3_000, duration: MINUTE }, account: { points: 600, duration: MINUTE } },
};

/**
 * The budget of an IP address on one local day for payment callbacks that match no known payment. Anybody can forge
 * such a callback.
 */
const UNMATCHED_CALLBACKS: Budget = { name: 'strays:address', points: 60, duration: DAY };

/**
 * The budget of an IP address for mails to unproven addresses. A stranger can register with another person's address.
 */
const STRANGER_MAILS: Budget = { name: 'mails:address', points: 12, duration: HOUR };

/**
 * The budget of an IP address for all calls, including reads. The calls are counted in this process, so that a read
 * does not write to the database.
 */
const CALLS: Budget = { name: 'calls', points: 6_000, duration: MINUTE };

export interface Requester {
  readonly ip: string;
  /** The account of the caller, or the account that a caller without a token claims to have. */
  readonly account?: string | undefined;
}

/** A request that has paid its points. */
export interface Admitted {
  /**
   * Runs the request's task. Some limits run only a few tasks of an IP address at a time. Throws a Refusal if too many
   * tasks wait already, and gives the points back. Also gives the points back after success, if only failures cost
   * points. A result for which `hasFailed` is true counts as a failure, too.
   */
  readonly run: <Result>(task: () => Promise<Result>, hasFailed?: (result: Result) => boolean) => Promise<Result>;
}

export interface RateLimits {
  /** Counts a call from an IP address. If the budget is used up, throws a Refusal that says how long to wait. */
  readonly countCall: (ip: string) => Promise<void>;
  /**
   * Takes `cost` points, or 1, from the budgets of a limit. If a budget is used up, throws a Refusal that says how long
   * to wait. A refused request with a given `cost` takes no points, so the caller may send a smaller request at once.
   */
  readonly take: (limit: LimitName | undefined, requester: Requester, cost?: number) => Promise<Admitted>;
  /** Whether this IP address may log another callback without a known payment on this local day. */
  readonly mayLogUnmatched: (ip: string, day: string) => Promise<boolean>;
  /**
   * Counts a request of an agent's key or person, named by `account`. The request may be refused: see `isOver`.
   * Undefined if requests are not limited, or cannot be counted.
   */
  readonly countAgent: (account: string) => Promise<AgentBudget | undefined>;
  /** Counts a mail to an unproven address against the IP address's budget. Returns 0, or the seconds to wait. */
  readonly takeMail: TakeMail;
}

/** The budget of an agent's key or person after a request. */
export interface AgentBudget {
  readonly limit: number;
  readonly remaining: number;
  /** The whole seconds until the budget is full again. */
  readonly resetSeconds: number;
  /** Whether the request is over the budget. */
  readonly isOver: boolean;
}

/** The start of the name of an account that a caller without a token claims to have. */
export const TYPED = 'typed ';

const unqueued: ReturnType<typeof boundedQueueByKey> = (_key, task) => task();

const UNLIMITED: Admitted = { run: (task) => task() };

/** Used when rate limits are turned off: refuses nothing. */
export const noLimits: RateLimits = {
  countCall: async () => undefined,
  take: async () => UNLIMITED,
  countAgent: async () => undefined,
  mayLogUnmatched: async () => true,
  takeMail: async () => 0,
};

interface Needs {
  readonly openBudget?: OpenBudget | undefined;
  /** The requests a minute of an agent's key or person. */
  readonly agentRequestsPerMinute?: number;
  /** Called when the points of a budget cannot be counted. The request is then allowed and not counted. */
  readonly report: (error: unknown) => void;
}

const AGENT_REQUESTS = 600;

export function rateLimits({
  openBudget = inThisProcess,
  agentRequestsPerMinute: limit = AGENT_REQUESTS,
  report,
}: Needs): RateLimits {
  const agents = openBudget({ name: 'agents', points: limit, duration: MINUTE });
  const calls = inThisProcess(CALLS);
  const limits = new Map(
    Object.entries(LIMITS).map(
      ([name, { address, account, accountByAddress = false, onlyFailures = false, inMemory, concurrency }]) => [
        name,
        {
          address: (inMemory ? inThisProcess : openBudget)({ name: `${name}:address`, ...address }),
          account: account && openBudget({ name: `${name}:account`, ...account }),
          typed: account && inThisProcess({ name: `${name}:typed`, ...account }),
          accountByAddress,
          onlyFailures,
          queue:
            concurrency === undefined
              ? unqueued
              : boundedQueueByKey({ concurrency, maxWaiting: MAX_WAITING, whenFull: () => tooMany(BUSY_SECONDS) }),
        },
      ],
    ),
  );
  const unmatchedCallbacks = openBudget(UNMATCHED_CALLBACKS);
  const strangerMails = openBudget(STRANGER_MAILS);

  const spend = (budget: RateLimiterAbstract, key: string, points = 1): Promise<unknown> =>
    budget.consume(key, points).catch((outcome: unknown) => {
      if (outcome instanceof RateLimiterRes) throw tooMany(outcome.msBeforeNext / 1_000);
      report(outcome);
    });

  return {
    countCall: async (ip) => {
      await spend(calls, addressKey(ip));
    },

    async take(name, { ip, account }, cost) {
      const limit = name === undefined ? undefined : limits.get(name);
      if (!limit) return UNLIMITED;
      const spending: (readonly [RateLimiterAbstract, string])[] = [[limit.address, addressKey(ip)]];
      // A stranger can type any number of names, so these are counted in memory. In the database each would be a row.
      const ofAccount = account?.startsWith(TYPED) ? limit.typed : limit.account;
      if (ofAccount && account)
        spending.push([ofAccount, digest(limit.accountByAddress ? `${account} ${addressKey(ip)}` : account)]);
      const giveBack = () => Promise.all(spending.map(([budget, key]) => budget.reward(key, cost).catch(report)));
      const spent = await Promise.allSettled(spending.map(([budget, key]) => spend(budget, key, cost)));
      const refused = spent.find((one) => one.status === 'rejected');
      if (refused && cost !== undefined) await giveBack();
      if (refused) throw refused.reason;
      return {
        run: async (task, hasFailed = () => false) => {
          const settled = () => Promise.allSettled([task()]);
          const [ending] = await limit.queue(addressKey(ip), settled).catch(async (full: unknown) => {
            await giveBack();
            throw full;
          });
          if (ending.status === 'rejected') throw ending.reason;
          if (limit.onlyFailures && !hasFailed(ending.value)) await giveBack();
          return ending.value;
        },
      };
    },

    async countAgent(account) {
      const stateOf = ({ msBeforeNext, remainingPoints }: RateLimiterRes, isOver: boolean): AgentBudget => ({
        limit,
        remaining: isOver ? 0 : remainingPoints,
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
        isOver,
      });
      return agents.consume(digest(account)).then(
        (counted) => stateOf(counted, false),
        (outcome: unknown) => {
          if (outcome instanceof RateLimiterRes) return stateOf(outcome, true);
          report(outcome);
          return undefined;
        },
      );
    },

    mayLogUnmatched: (ip, day) =>
      spend(unmatchedCallbacks, `${day} ${addressKey(ip)}`).then(
        () => true,
        () => false,
      ),

    takeMail: (ip) =>
      spend(strangerMails, addressKey(ip)).then(
        () => 0,
        (refused: unknown) => (refused instanceof Refusal && refused.retryAfterSeconds) || 1,
      ),
  };
}

/** Hashes an account's name, because names may be long and must stay private. */
const digest = (account: string): string => createHash('sha256').update(account.toLowerCase()).digest('base64url');

export const tooMany = refusal('throttled', 'RATE_LIMITED', (seconds: number) => {
  const wait = Math.max(1, Math.ceil(seconds));
  const when = wait > 90 ? `${Math.ceil(wait / 60)} minutes` : wait > 1 ? `${wait} seconds` : 'a second';
  return { message: `That was too many requests. Please try again in ${when}.`, retryAfterSeconds: wait };
});
