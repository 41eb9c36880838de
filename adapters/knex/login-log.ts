import type { Role } from '../../core/accounts/caller.ts';
import type { LoginEntry, LoginLog } from '../../core/accounts/ports.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Sql } from './sql.ts';

interface Row {
  readonly kind: LoginEntry['kind'];
  readonly user_id: UserId | null;
  readonly email: string | null;
  readonly role: Role | null;
  readonly message: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly at: Instant;
}

/** Rows of `login_log`, which are never changed. */
export const knexLoginLog = (sql: Sql): LoginLog => ({
  async add({ kind, userId, email, role, message, origin }, at) {
    await sql.changes`
      insert into login_log (kind, user_id, email, role, message, ip, user_agent, at)
      values (${kind}, ${userId ?? null}, ${email ?? null}, ${role ?? null}, ${message}, ${origin.ip}, ${origin.userAgent}, ${at})`;
  },

  async newest(limit) {
    const rows = await sql.rows<Row>`select kind, user_id, email, role, message, ip, user_agent, at from login_log order by id desc limit ${limit}`;
    return rows.map(({ kind, user_id, email, role, message, ip, user_agent, at }) => ({
      kind,
      ...(user_id !== null && { userId: user_id }),
      ...(email !== null && { email }),
      ...(role !== null && { role }),
      message,
      origin: { ip: ip ?? '', userAgent: user_agent ?? '' },
      at,
    }));
  },
});
