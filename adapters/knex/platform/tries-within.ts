import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';

/** The number of tries and the moment of the first try. */
interface Tries {
  readonly count: number;
  readonly since: Instant;
}

/**
 * Counts wrong codes or passwords for a user, in the user's row. The count starts again some hours after the first try.
 */
interface TriesWithin {
  /** Counts one more try. Undefined if `limit` tries were counted already; a null `limit` allows any number. */
  reserve(id: UserId, limit: number | null, now: Instant): Promise<Tries | undefined>;
  release(id: UserId): Promise<void>;
  find(id: UserId, now: Instant): Promise<Tries | undefined>;
}

/** Counts tries in the column `counter`. The column `<counter>_since` stores the moment of the first try. */
export function triesWithin(sql: Sql, counter: 'wrong_codes' | 'wrong_passwords', hours: number): TriesWithin {
  const [count, since] = [raw(counter), raw(`${counter}_since`)];
  const from = (now: Instant): Instant => hoursAfter(now, -hours);

  return {
    async reserve(id, limit, now) {
      const isOver = fragment`(${since} is null or ${since} <= ${from(now)})`;
      return sql.one<Tries>`
        update users set ${count} = case when ${isOver} then 1 else ${count} + 1 end,
          ${since} = case when ${isOver} then cast(${now} as bigint) else ${since} end
        where id = ${id} ${limit === null ? raw('') : fragment`and (${isOver} or ${count} < ${limit})`}
        returning ${count} as count, ${since} as since`;
    },

    async release(id) {
      await sql.changes`update users set ${count} = ${count} - 1 where id = ${id} and ${count} > 0`;
    },

    find: (id, now) => sql.one<Tries>`
      select ${count} as count, ${since} as since from users where id = ${id} and ${since} > ${from(now)}`,
  };
}
