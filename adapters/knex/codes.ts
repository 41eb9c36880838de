import type { CodeId, CodeRepo } from '../../core/accounts/ports.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { fragment, list } from './sql.ts';
import type { Sql } from './sql.ts';

/** Rows of `login_otps`. Its index on (user_id, created_at) finds the newest. */
export const knexCodes = (sql: Sql): CodeRepo => ({
  async add({ userId, family, purpose, digest, createdAt, expiresAt }) {
    const row = await sql.one<{ id: CodeId }>`
      insert into login_otps (user_id, family, purpose, code_hash, created_at, expires_at)
      values (${userId}, ${family}, ${purpose}, ${digest}, ${createdAt}, ${expiresAt}) returning id`;
    if (!row) throw new Error('The code was not kept.');
    return row.id;
  },

  async remove(id) {
    await sql.changes`delete from login_otps where id = ${id}`;
  },

  async sent(userId, families, since) {
    const row = await sql.one<{ count: number; oldest: number | null; newest: number | null }>`
      select count(*) as count, min(created_at) as oldest, max(created_at) as newest
      from login_otps where user_id = ${userId} and family in ${list(families)} and created_at > ${since}`;
    return { count: row?.count ?? 0, oldest: (row?.oldest ?? undefined) as Instant | undefined, newest: (row?.newest ?? undefined) as Instant | undefined };
  },

  async reserveTry(userId, family, maxTries, now) {
    const newest = fragment`
      id = (select id from login_otps where user_id = ${userId} and family = ${family} order by created_at desc, id desc limit 1)
      and used = ${false} and expires_at > ${now}`;
    const reserved = await sql.one<{ id: CodeId; code_hash: string; attempts: number }>`
      update login_otps set attempts = attempts + 1 where ${newest} and attempts < ${maxTries} returning id, code_hash, attempts`;
    if (reserved) return { id: reserved.id, digest: reserved.code_hash, number: reserved.attempts };
    const spent = await sql.changes`update login_otps set used = ${true} where ${newest} and attempts >= ${maxTries}`;
    return spent > 0 ? 'exhausted' : 'absent';
  },

  use: async (id) => (await sql.changes`update login_otps set used = ${true} where id = ${id} and used = ${false}`) > 0,

  prune: (before, limit) =>
    sql.changes`delete from login_otps where id in (select id from login_otps where expires_at < ${before} order by id limit ${limit})`,
});
