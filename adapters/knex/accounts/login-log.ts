import type { Role } from '../../../core/accounts/account.ts';
import type { LoginEntry, LoginLog } from '../../../core/accounts/ports.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, raw } from '../engine/sql.ts';

export interface LoginEntryRow {
  readonly kind: LoginEntry['kind'];
  readonly user_id: UserId | null;
  readonly email: string | null;
  readonly role: Role | null;
  readonly message: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly at: Instant;
}

export const LOGIN_COLUMNS = raw('kind, user_id, email, role, message, ip, user_agent, at');

export const toLoginEntry = (row: LoginEntryRow): LoginEntry & { readonly at: Instant } => ({
  kind: row.kind,
  ...(row.user_id !== null && { userId: row.user_id }),
  ...(row.email !== null && { email: row.email }),
  ...(row.role !== null && { role: row.role }),
  message: row.message,
  origin: { ip: row.ip ?? '', userAgent: row.user_agent ?? '' },
  at: row.at,
});

/** Stores the login log in `login_log`. Rows never change. */
export const knexLoginLog = (sql: Sql): LoginLog => ({
  async add({ kind, userId, email, role, message, origin }, at) {
    await sql.changes`
      insert into login_log (kind, user_id, email, role, message, ip, user_agent, at)
      values (${kind}, ${userId ?? null}, ${email ?? null}, ${role ?? null}, ${message}, ${origin.ip}, ${origin.userAgent}, ${at})`;
  },

  async newest(limit) {
    const rows = await sql.rows<LoginEntryRow>`select ${LOGIN_COLUMNS} from login_log order by id desc limit ${limit}`;
    return rows.map(toLoginEntry);
  },
});
