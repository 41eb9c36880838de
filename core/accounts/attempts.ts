import { addressKey } from '../kernel/address-key.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Account, Origin } from './account.ts';
import { maySignInToPortal } from './password-pages.ts';
import type { Attempt, LockoutPolicy } from './lockout.ts';
import type { AccountStores } from './world.ts';
import type { SignInAddress } from './sign-in-address.ts';
import { accountGuessed } from './refusals.ts';

export type Counting = AccountStores;

/** The most wrong passwords an hour for one account from all IP addresses that are not usual for the account. */
export const MOST_WRONG_AN_HOUR = 50;
/** After a sign-in, the IP address counts as usual for the account for this many days. */
export const USUAL_DAYS = 90;

/**
 * The counter for wrong passwords of a trusted device, an IP address or an account. A trusted device has its own
 * counter. Operators and administrators have a counter for each address, so a stranger who guesses locks only the
 * stranger's address. Passengers have one counter.
 */
export type Counter = {
  readonly account: Account;
  readonly lockedUntil: Instant | null;
  /** The caller's IP address, as addressKey writes it. */
  readonly address: string;
} & (
  | { readonly counts: 'account' }
  | { readonly counts: 'device'; readonly device: string }
  | {
      readonly counts: 'address';
      /** True if the account signed in from this address within the last USUAL_DAYS. */
      readonly isUsual: boolean;
    }
);

/** A password attempt after it was counted. */
export interface CountedAttempt extends Attempt {
  /**
   * The attempt's number among the account's attempts within an hour. Undefined unless attempts are counted by address.
   */
  readonly ofHour?: number;
}

/** The longest IP address that is stored, in characters. A longer address is cut. */
const LONGEST_ADDRESS = 64;

/**
 * The client's IP address under which attempts and codes are counted. Empty if the address is unknown. All callers
 * without an address share one count, and an empty address is never usual.
 */
export const clientAddressOf = ({ ip }: Pick<Origin, 'ip'>): string => cut(addressKey(ip), LONGEST_ADDRESS);

export async function counterOf(
  { devices, signInAddresses }: Counting,
  account: Account,
  { deviceId, origin }: { readonly deviceId: string; readonly origin: Origin },
  now: Instant,
): Promise<Counter> {
  const address = clientAddressOf(origin);
  const trusted = await devices.find(account.id, deviceId, now);
  if (trusted) return { account, address, counts: 'device', device: deviceId, lockedUntil: trusted.lockedUntil };
  if (!maySignInToPortal(account)) return { account, address, counts: 'account', lockedUntil: account.lockedUntil };
  const known = await signInAddresses.find(account.id, address);
  return {
    account,
    address,
    counts: 'address',
    isUsual: isRecent(known, now),
    lockedUntil: known?.lockedUntil ?? null,
  };
}

const isRecent = (known: SignInAddress | undefined, now: Instant): boolean =>
  known !== undefined && known.lastSignInAt !== null && known.lastSignInAt > daysAfter(now, -USUAL_DAYS);

/** Whether the account signed in from a client address, as clientAddressOf returns it, within the last USUAL_DAYS. */
export const isUsualAddress = async (
  { signInAddresses }: AccountStores,
  user: UserId,
  address: string,
  now: Instant,
): Promise<boolean> => isRecent(await signInAddresses.find(user, address), now);

/** The key of the mutex: password attempts with the same key run one after another. */
export function mutexKeyOf(counter: Counter, identifier: string): string {
  if (counter.counts === 'device') return `${identifier} on ${counter.device}`;
  return counter.counts === 'address' ? `${identifier} from ${counter.address}` : identifier;
}

/**
 * Counts a password attempt. Returns a refusal after too many wrong passwords this hour, and undefined during a lockout
 * of the counter.
 */
export async function reserveAttempt(
  { users, devices, signInAddresses }: Counting,
  counter: Counter,
  policy: LockoutPolicy,
  now: Instant,
): Promise<CountedAttempt | Refusal | undefined> {
  const { id } = counter.account;
  if (counter.counts === 'account') return users.reserveAttempt(id, policy, now);
  if (counter.counts === 'device') return devices.reserveAttempt(id, counter.device, policy, now);

  // Checks the hourly limit first, and adds no row for an address above the limit. A stranger with many addresses then
  // adds few rows.
  const hour = await users.reserveWrongPassword(id, counter.isUsual ? null : MOST_WRONG_AN_HOUR, now);
  if ('until' in hour) return accountGuessed(hour.until, now);
  const attempt = await signInAddresses.reserveAttempt(id, counter.address, policy, now);
  if (!attempt) await users.releaseWrongPassword(id);
  return attempt && { ...attempt, ofHour: hour.number };
}

/** Removes a password attempt from the count. Called unless the password is wrong. */
export async function releaseAttempt(
  { users, devices, signInAddresses }: Counting,
  counter: Counter,
  attempt: Attempt,
): Promise<void> {
  const { id } = counter.account;
  if (counter.counts === 'account') return users.releaseAttempt(id, attempt);
  if (counter.counts === 'device') return devices.releaseAttempt(id, counter.device, attempt);
  await users.releaseWrongPassword(id);
  await signInAddresses.releaseAttempt(id, counter.address, attempt);
}

/** Clears the wrong passwords of the device, the address or the account after a right password. */
export async function clearAttempts({ users, devices, signInAddresses }: Counting, counter: Counter): Promise<void> {
  const { account, address } = counter;
  if (counter.counts === 'address') await users.releaseWrongPassword(account.id);
  if (maySignInToPortal(account)) await signInAddresses.clearAttempts(account.id, address);
  else await users.clearAttempts(account.id);
  if (counter.counts === 'device') await devices.clearAttempts(account.id, counter.device);
}

/** Records a sign-in from an IP address. The address is then usual for the account. */
export async function rememberAddress(
  { signInAddresses }: AccountStores,
  user: UserId,
  origin: Origin,
  now: Instant,
): Promise<void> {
  const address = clientAddressOf(origin);
  if (address === '') return;
  await signInAddresses.signedIn(user, address, now, daysAfter(now, USUAL_DAYS));
}
