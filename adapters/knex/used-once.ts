import type { UsedOnce } from '../../core/accounts/ports.ts';
import type { Sql } from './sql.ts';

/** Rows of `used_once`; its key lets in whoever comes first. */
export const knexUsedOnce = (sql: Sql): UsedOnce => ({
  claim: async (key, expiresAt, now) =>
    (await sql.changes`
      insert into used_once (key, expires_at) values (${key}, ${expiresAt})
      on conflict (key) do update set expires_at = excluded.expires_at where used_once.expires_at <= ${now}`) > 0,

  prune: (before, limit) =>
    sql.changes`delete from used_once where key in (select key from used_once where expires_at < ${before} order by expires_at limit ${limit})`,
});
