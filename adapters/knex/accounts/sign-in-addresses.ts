import type { SignInAddressRepo } from '../../../core/accounts/sign-in-address.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, fragment } from '../engine/sql.ts';
import { attemptsIn } from './attempts.ts';

interface AddressRow {
  readonly locked_until: Instant | null;
  readonly last_sign_in_at: Instant | null;
}

const keyOf = (userId: UserId, address: string): Fragment => fragment`user_id = ${userId} and address = ${address}`;

/** Keeps the later of two expiry times. */
const LATER = fragment`
  expires_at = case when excluded.expires_at > sign_in_addresses.expires_at then excluded.expires_at else sign_in_addresses.expires_at end`;

/** Stores known sign-in addresses in `sign_in_addresses`, one row per user and address. */
export function knexSignInAddresses(sql: Sql): SignInAddressRepo {
  const attempts = attemptsIn(sql, 'sign_in_addresses', 'locked_until');

  return {
    async find(userId, address) {
      const row = await sql.one<AddressRow>`
        select locked_until, last_sign_in_at from sign_in_addresses where ${keyOf(userId, address)}`;
      return row && { lockedUntil: row.locked_until, lastSignInAt: row.last_sign_in_at };
    },

    async reserveAttempt(userId, address, policy, now) {
      const expiresAt = daysAfter(minutesAfter(now, policy.minutes), 1);
      await sql.changes`
        insert into sign_in_addresses (user_id, address, expires_at) values (${userId}, ${address}, ${expiresAt})
        on conflict (user_id, address) do update set ${LATER}`;
      return attempts.reserve(keyOf(userId, address), policy, now);
    },
    releaseAttempt: (userId, address, attempt) => attempts.release(keyOf(userId, address), attempt),
    clearAttempts: (userId, address) => attempts.clear(keyOf(userId, address)),
    clearAllAttempts: (userId) => attempts.clear(fragment`user_id = ${userId}`),

    async signedIn(userId, address, at, expiresAt) {
      await sql.changes`
        insert into sign_in_addresses (user_id, address, last_sign_in_at, expires_at)
        values (${userId}, ${address}, ${at}, ${expiresAt})
        on conflict (user_id, address) do update set last_sign_in_at = excluded.last_sign_in_at, ${LATER}`;
    },

    async hasSignIn(address, since) {
      const row = await sql.one`
        select 1 as known from sign_in_addresses where address = ${address} and last_sign_in_at > ${since} limit 1`;
      return row !== undefined;
    },

    prune: (before, limit) => sql.changes`
      delete from sign_in_addresses where (user_id, address) in
        (select user_id, address from sign_in_addresses where expires_at < ${before} order by expires_at limit ${limit})`,
  };
}
