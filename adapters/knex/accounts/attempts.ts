import type { Attempt, LockoutPolicy } from '../../../core/accounts/lockout.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';

/** Counts attempts to sign in with a password, in a row of a table. */
interface Attempts {
  /** Counts an attempt. `row` is the condition that selects the row. */
  reserve(row: Fragment, policy: LockoutPolicy, now: Instant): Promise<Attempt | undefined>;
  release(row: Fragment, attempt: Attempt): Promise<void>;
  clear(row: Fragment): Promise<void>;
}

/**
 * Counts attempts in a table with the column `failed_login_attempts`. `lock` is the column that stores when a lockout
 * ends.
 */
export function attemptsIn(sql: Sql, table: string, lock: string): Attempts {
  const [rows, until] = [raw(table), raw(lock)];
  /**
   * The number of failed attempts before this one. After a lockout the number is 0. No row is updated during its
   * lockout.
   */
  const counting = fragment`case when ${until} is null then failed_login_attempts else 0 end`;

  return {
    async reserve(row, { maxAttempts, minutes }, now) {
      const counted = await sql.one<{ number: number; locks_until: number | null }>`
        update ${rows} set failed_login_attempts = ${counting} + 1,
          ${until} = case when ${counting} + 1 >= ${maxAttempts} then cast(${minutesAfter(now, minutes)} as bigint) end
        where ${row} and (${until} is null or ${until} <= ${now})
        returning failed_login_attempts as number, ${until} as locks_until`;
      return counted && { number: counted.number, locksUntil: counted.locks_until as Instant | null };
    },

    async release(row, { locksUntil }) {
      await sql.changes`
        update ${rows} set failed_login_attempts = case when failed_login_attempts > 0 then failed_login_attempts - 1 else 0 end,
          ${until} = case when ${until} = cast(${locksUntil} as bigint) then null else ${until} end
        where ${row}`;
    },

    async clear(row) {
      await sql.changes`update ${rows} set failed_login_attempts = 0, ${until} = null where ${row}`;
    },
  };
}
