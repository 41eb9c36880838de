import type { Instant } from '../kernel/time.ts';
import type { Account } from './account.ts';
import type { AccountStores, Attempt, LockoutPolicy } from './ports.ts';

type Counting = Pick<AccountStores, 'users' | 'devices'>;

/**
 * Where wrong passwords are counted: on the account, or separately on a trusted device. So strangers who guess lock the
 * account, but not a browser that its owner has confirmed.
 */
export interface Counter {
  readonly account: Account;
  /** The trusted device; undefined if the account counts. */
  readonly device: string | undefined;
  readonly lockedUntil: Instant | null;
}

export async function counterOf(
  { devices }: Counting,
  account: Account,
  deviceId: string,
  now: Instant,
): Promise<Counter> {
  const trusted = await devices.find(account.id, deviceId, now);
  return trusted
    ? { account, device: deviceId, lockedUntil: trusted.lockedUntil }
    : { account, device: undefined, lockedUntil: account.lockedUntil };
}

export const reserveAttempt = (
  { users, devices }: Counting,
  { account: { id }, device }: Counter,
  policy: LockoutPolicy,
  now: Instant,
): Promise<Attempt | undefined> =>
  device === undefined ? users.reserveAttempt(id, policy, now) : devices.reserveAttempt(id, device, policy, now);

export const releaseAttempt = (
  { users, devices }: Counting,
  { account: { id }, device }: Counter,
  attempt: Attempt,
): Promise<void> =>
  device === undefined ? users.releaseAttempt(id, attempt) : devices.releaseAttempt(id, device, attempt);
