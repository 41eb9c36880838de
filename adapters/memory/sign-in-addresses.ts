import type { SignInAddressRepo } from '../../core/accounts/sign-in-address.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import { clearAttempts, releaseAttempt, reserveAttempt } from './accounts.ts';
import type { StoredAddress } from './sign-in-state.ts';
import type { State } from './state.ts';

export function memorySignInAddresses(state: State): SignInAddressRepo {
  const known = (userId: UserId, address: string): StoredAddress | undefined =>
    state.signInAddresses.get(userId)?.get(address);

  /** Stores that an address is known to the account, at least until `expiresAt`. */
  const keep = (userId: UserId, address: string, expiresAt: Instant): StoredAddress => {
    const addresses = state.signInAddresses.get(userId) ?? new Map<string, StoredAddress>();
    const kept = addresses.get(address) ?? { failedAttempts: 0, lockedUntil: null, lastSignInAt: null, expiresAt };
    if (expiresAt > kept.expiresAt) kept.expiresAt = expiresAt;
    state.signInAddresses.set(userId, addresses.set(address, kept));
    return kept;
  };

  return {
    async find(userId, address) {
      const found = known(userId, address);
      return found && { lockedUntil: found.lockedUntil, lastSignInAt: found.lastSignInAt };
    },

    reserveAttempt: async (userId, address, policy, now) =>
      reserveAttempt(keep(userId, address, daysAfter(minutesAfter(now, policy.minutes), 1)), policy, now),
    async releaseAttempt(userId, address, attempt) {
      const found = known(userId, address);
      if (found) releaseAttempt(found, attempt);
    },
    async clearAttempts(userId, address) {
      const found = known(userId, address);
      if (found) clearAttempts(found);
    },
    async clearAllAttempts(userId) {
      for (const address of state.signInAddresses.get(userId)?.values() ?? []) clearAttempts(address);
    },

    async signedIn(userId, address, at, expiresAt) {
      keep(userId, address, expiresAt).lastSignInAt = at;
    },

    async prune(before, limit) {
      const old = [...state.signInAddresses.values()]
        .flatMap((addresses) => [...addresses].map(([address, { expiresAt }]) => ({ addresses, address, expiresAt })))
        .filter(({ expiresAt }) => expiresAt < before)
        .slice(0, limit);
      for (const { addresses, address } of old) addresses.delete(address);
      return old.length;
    },
  };
}
