import { Refusal } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { hasUsablePassword } from './account.ts';
import type { Account } from './account.ts';
import type { Origin } from './caller.ts';
import type { AccountStores, Attempt, LockoutPolicy, Passwords, Turns, UserRepo } from './ports.ts';
import { accountLocked, accountNotActive, accountNowLocked, passwordUnusable, passwordWrong, userUnknown } from './refusals.ts';

export interface ProofNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Pick<AccountStores, 'users' | 'loginLog'>>;
  readonly passwords: Passwords;
  readonly turns: Turns;
  readonly lockout: LockoutPolicy;
}

export interface Claim {
  /** What was typed: an e-mail address or a phone number. */
  readonly identifier: string;
  readonly find: (users: UserRepo) => Promise<Account | undefined>;
  readonly password: string;
  /** Who may not come in even with the right password. */
  readonly gate: (account: Account) => Refusal | undefined;
  readonly origin: Origin;
}

/** As much of it as the log keeps. */
const LONGEST_IDENTIFIER = 254;

/** Why an account is not even asked for its password. */
function whyNot(account: Account, now: Instant): Refusal | undefined {
  const { lockedUntil, status, role } = account;
  if (lockedUntil !== null && lockedUntil > now) return accountLocked(lockedUntil, now);
  if (status !== 'ACTIVE') return accountNotActive(status);
  return hasUsablePassword(account) ? undefined : passwordUnusable(role);
}

/**
 * Proves by password who somebody is, and lets `settle` act on it. The try is counted before the hash is computed and uncounted when it
 * was none, so that tries made at once can't exceed the limit; `settle` clears the count (see stillProved).
 */
export const provePassword = (needs: ProofNeeds) =>
  async <Result>(claim: Claim, settle: (proved: Account) => Promise<Result>): Promise<Result> => {
    const signIn = async (): Promise<Result> => settle(await prove(needs, claim));
    // Nothing is counted for nobody: those who guess at names queue up for their hash as everybody does, and are turned away when that queue is full.
    if (!(await needs.transact(({ users }) => claim.find(users)))) return signIn();
    // Right passwords given at once are no failed tries: one after the other, none of them meets a count that is not yet cleared.
    return needs.turns(claim.identifier, signIn);
  };

async function prove(needs: ProofNeeds, claim: Claim): Promise<Account> {
  const { transact, passwords, lockout } = needs;
  const reserved = await reserve(needs, claim);
  if (!reserved) {
    await passwords.matches(claim.password, undefined);
    return refuse(needs, claim, userUnknown());
  }
  const { account, attempt } = reserved;
  if (attempt instanceof Refusal) return refuse(needs, claim, attempt, account);

  const giveBack = (): Promise<void> => transact(({ users }) => users.giveAttemptBack(account.id, attempt));
  const matches = await passwords.matches(claim.password, account.passwordHash).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (!matches && attempt.locksUntil !== null) return refuse(needs, claim, accountNowLocked(lockout.minutes), account);
  if (!matches) return refuse(needs, claim, passwordWrong(attempt.number, lockout.maxAttempts), account);

  const closed = claim.gate(account);
  if (!closed) return account;
  await giveBack();
  return refuse(needs, claim, closed, account);
}

interface Reserved {
  readonly account: Account;
  readonly attempt: Attempt | Refusal;
}

/** Finds the account and counts the try, or says why there is none to make. */
const reserve = ({ clock, transact, lockout }: ProofNeeds, { find }: Claim): Promise<Reserved | undefined> =>
  transact(async ({ users }) => {
    const now = clock();
    const account = await find(users);
    if (!account) return undefined;
    const attempt = whyNot(account, now) ?? (await users.reserveAttempt(account.id, lockout, now)) ?? accountNowLocked(lockout.minutes);
    return { account, attempt };
  });

/** A refusal leaves its mark in the log. */
async function refuse({ clock, transact }: ProofNeeds, { identifier, origin }: Claim, refusal: Refusal, account?: Account): Promise<never> {
  const kind = refusal.kind === 'locked' ? 'LOCKED' : 'FAILED';
  const email = account?.email ?? cut(identifier, LONGEST_IDENTIFIER);
  await transact(({ loginLog }) => loginLog.add({ kind, ...(account && { userId: account.id }), email, message: refusal.message, origin }, clock()));
  throw refusal;
}

/**
 * The account as it is by now, its count of failed tries cleared. While the hash was computed, the password may have been replaced or the
 * account suspended: then the proof is worth nothing.
 */
export async function stillProved(users: UserRepo, proved: Account): Promise<Account> {
  const account = await users.lock(proved.id);
  if (account?.passwordHash !== proved.passwordHash || account.status !== 'ACTIVE') throw userUnknown();
  await users.clearAttempts(account.id);
  return account;
}
