import type { CodeTries, SecondFactorRepo } from '../../../core/accounts/second-factor.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, fragment } from '../engine/sql.ts';

interface SecondFactorRow {
  readonly secret: string;
  readonly started_at: Instant;
  readonly confirmed_at: Instant | null;
}

/** Stores second factors in `second_factors`, one row per user, and their recovery codes in `recovery_codes`. */
export const knexSecondFactors = (sql: Sql): SecondFactorRepo => ({
  async find(userId) {
    const row = await sql.one<SecondFactorRow>`
      select secret, started_at, confirmed_at from second_factors where user_id = ${userId}`;
    return row && { sealedSecret: row.secret, startedAt: row.started_at, confirmedAt: row.confirmed_at };
  },

  start: async (userId, sealedSecret, at) =>
    (await sql.changes`
      insert into second_factors (user_id, secret, started_at) values (${userId}, ${sealedSecret}, ${at})
      on conflict (user_id) do update set secret = excluded.secret, started_at = excluded.started_at
        where second_factors.confirmed_at is null`) > 0,

  async confirm(userId, step, recoveryDigests, at) {
    const confirmed = await sql.changes`
      update second_factors set confirmed_at = ${at}, last_step = ${step} where user_id = ${userId} and confirmed_at is null`;
    if (confirmed === 0) return false;
    for (const digest of recoveryDigests)
      await sql.changes`insert into recovery_codes (user_id, code_hash) values (${userId}, ${digest})`;
    return true;
  },

  useStep: async (userId, step) =>
    (await sql.changes`
      update second_factors set last_step = ${step}
      where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`) > 0,

  useRecoveryCode: async (userId, digest) =>
    (await sql.changes`delete from recovery_codes where user_id = ${userId} and code_hash = ${digest}`) > 0,

  async remove(userId) {
    const removed =
      await sql.changes`delete from second_factors where user_id = ${userId} and confirmed_at is not null`;
    if (removed > 0) await sql.changes`delete from recovery_codes where user_id = ${userId}`;
    return removed > 0;
  },
});

/** Counts attempts with a code in `code_tries`. A row is found by its primary key. */
export const knexCodeTries = (sql: Sql): CodeTries => ({
  async reserve(key, most, expiresAt, now) {
    const isOver = fragment`code_tries.expires_at <= ${now}`;
    const row = await sql.one<{ tries: number }>`
      insert into code_tries (key, tries, expires_at) values (${key}, 1, ${expiresAt})
      on conflict (key) do update set
        tries = case when ${isOver} then 1 else code_tries.tries + 1 end,
        expires_at = case when ${isOver} then excluded.expires_at else code_tries.expires_at end
      where ${isOver} or code_tries.tries < ${most}
      returning tries`;
    return row?.tries;
  },

  async release(key) {
    await sql.changes`update code_tries set tries = tries - 1 where key = ${key} and tries > 0`;
  },

  prune: (before, limit) =>
    sql.changes`delete from code_tries where key in (select key from code_tries where expires_at < ${before} order by expires_at limit ${limit})`,
});
