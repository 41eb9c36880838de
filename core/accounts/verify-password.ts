import { Refusal } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, type Caller, type Origin, hasUsablePassword } from './account.ts';
import {
  type CountedAttempt,
  type Counter,
  type Counting,
  MOST_WRONG_AN_HOUR,
  clearAttempts,
  counterOf,
  mutexKeyOf,
  releaseAttempt,
  reserveAttempt,
} from './attempts.ts';
import type { HashTurn } from './crypto-ports.ts';
import { hashTurnOf } from './hash-turn.ts';
import { mailLockout } from './mail-lockout.ts';
import type { UserRepo } from './ports.ts';
import {
  type Identifier,
  accountLocked,
  accountNotActive,
  accountNowLocked,
  passwordUnusable,
  passwordWrong,
  userGone,
  userUnknown,
} from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

export interface PasswordSignIn {
  readonly identifier: string;
  /** The kinds of identifier that this sign-in accepts. */
  readonly identifiedBy: Identifier;
  readonly find: (users: UserRepo) => Promise<Account | undefined>;
  readonly password: string;
  /** The id of the browser, which may be a trusted device; empty without an id. */
  readonly deviceId: string;
  /** Returns a refusal if the account may not sign in on this page, even with the right password. */
  readonly gate: (account: Account) => Refusal | undefined;
  readonly origin: Origin;
}

/** The longest identifier that the login log keeps, in characters. */
const LONGEST_IDENTIFIER = 254;

/**
 * Returns the refusal that needs no password check, if the account is locked, not ACTIVE, or has no usable password.
 * Undefined otherwise.
 */
function blockedBy(
  { account: { status, role, passwordHash }, lockedUntil }: Counter,
  now: Instant,
): Refusal | undefined {
  if (lockedUntil !== null && lockedUntil > now) return accountLocked(lockedUntil, now);
  if (status !== 'ACTIVE') return accountNotActive(status);
  return hasUsablePassword({ passwordHash }) ? undefined : passwordUnusable(role);
}

/**
 * Verifies a password. Calls `proceed` with the account and its attempt counter; `proceed` clears the count (see
 * lockVerified). The attempt is counted before the hash is computed, so that simultaneous attempts cannot exceed the
 * limit. The attempt is removed from the count unless the password is wrong.
 */
export const verifyPassword =
  (needs: AccountWorld) =>
  async <Result>(signIn: PasswordSignIn, proceed: (verified: Counter) => Promise<Result>): Promise<Result> => {
    const run = async (): Promise<Result> => proceed(await verify(needs, signIn));
    // Sign-ins with an unknown identifier are not counted, so they need no mutex. They still compute a hash, and are
    // refused if too many passwords wait to be hashed.
    const counter = await needs.transact((stores) => findCounter(stores, signIn, needs.clock()));
    if (!counter) return run();
    // Sign-ins that share an attempt counter run one after the other. Otherwise several right passwords at once would
    // all be counted before the first clears the count.
    return needs.mutex(mutexKeyOf(counter, signIn.identifier), run);
  };

async function verify(needs: AccountWorld, signIn: PasswordSignIn): Promise<Counter> {
  const { transact, passwords, lockout } = needs;
  const { turn, reserved } = await reserve(needs, signIn);
  if (!reserved) {
    await passwords.matches(signIn.password, undefined, turn);
    return refuse(needs, signIn, userUnknown(signIn.identifiedBy));
  }
  const { counter, attempt } = reserved;
  const { account } = counter;
  if (attempt instanceof Refusal) return refuse(needs, signIn, attempt, account);

  const release = (): Promise<void> => transact((stores) => releaseAttempt(stores, counter, attempt));
  const matches = await passwords.matches(signIn.password, account.passwordHash, turn).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (!matches && attempt.ofHour === MOST_WRONG_AN_HOUR) mailLockout(needs, counter, 'new addresses', signIn.origin);
  if (!matches && attempt.locksUntil !== null) {
    mailLockout(needs, counter, WHAT_LOCKS[counter.counts], signIn.origin);
    return refuse(needs, signIn, accountNowLocked(lockout.minutes), account);
  }
  if (!matches) return refuse(needs, signIn, passwordWrong(attempt.number, lockout.maxAttempts), account);

  const refusal = signIn.gate(account);
  if (!refusal) return counter;
  await release();
  return refuse(needs, signIn, refusal, account);
}

const WHAT_LOCKS = { account: 'account', device: 'browser', address: 'address' } as const;

async function findCounter(stores: Counting, signIn: PasswordSignIn, now: Instant): Promise<Counter | undefined> {
  const account = await signIn.find(stores.users);
  return account && counterOf(stores, account, signIn, now);
}

interface Reserved {
  readonly counter: Counter;
  readonly attempt: CountedAttempt | Refusal;
}

/** Finds the account and counts the attempt, or returns a refusal. `reserved` is undefined without such an account. */
const reserve = (
  { clock, transact, lockout }: AccountWorld,
  signIn: PasswordSignIn,
): Promise<{ readonly turn: HashTurn; readonly reserved: Reserved | undefined }> =>
  transact(async (stores) => {
    const now = clock();
    const turn = await hashTurnOf(stores, signIn.origin, now);
    const counter = await findCounter(stores, signIn, now);
    if (!counter) return { turn, reserved: undefined };
    const attempt =
      blockedBy(counter, now) ??
      (await reserveAttempt(stores, counter, lockout, now)) ??
      accountNowLocked(lockout.minutes);
    return { turn, reserved: { counter, attempt } };
  });

/** Writes the refusal to the login log, and throws it. */
async function refuse(
  { clock, transact }: AccountWorld,
  { identifier, origin }: PasswordSignIn,
  refusal: Refusal,
  account?: Account,
): Promise<never> {
  const kind = refusal.kind === 'locked' ? 'LOCKED' : 'FAILED';
  const email = account ? account.email : cut(identifier, LONGEST_IDENTIFIER);
  await transact(({ loginLog }) =>
    loginLog.add({ kind, ...(account && { userId: account.id }), email, message: refusal.message, origin }, clock()),
  );
  throw refusal;
}

/**
 * Locks the row of the account whose password was verified, and clears its count of attempts. Refuses if the password
 * was replaced or the account suspended while the hash was computed.
 */
export async function lockVerified(
  stores: Counting,
  verified: Counter,
  { identifiedBy }: Pick<PasswordSignIn, 'identifiedBy'>,
): Promise<Account> {
  const { id, passwordHash } = verified.account;
  const account = await stores.users.lock(id);
  if (account?.passwordHash !== passwordHash || account.status !== 'ACTIVE') throw userUnknown(identifiedBy);
  await clearAttempts(stores, verified);
  return account;
}

/** Checks the password of a signed-in user. Wrong passwords are counted and lock the account, as at a sign-in. */
export async function ownPassword(
  { transact }: { readonly transact: Transact<AccountStores> },
  { userId }: Pick<Caller, 'userId'>,
  password: string,
  origin: Origin,
): Promise<PasswordSignIn> {
  const account = await transact(({ users }) => users.find(userId));
  if (!account) throw userGone();
  return {
    identifier: account.email ?? account.phone ?? `${userId}`,
    identifiedBy: 'e-mail address',
    find: (users) => users.find(userId),
    password,
    deviceId: '',
    gate: () => undefined,
    origin,
  };
}
