import type { Role } from '../../core/accounts/caller.ts';
import type { SessionRepo } from '../../core/accounts/ports.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Sql } from './sql.ts';

interface Row {
  readonly jti: string;
  readonly family: string;
  readonly user_id: UserId;
  readonly role: Role;
  readonly issued_at: Instant;
  readonly expires_at: Instant;
  readonly rotated_at: Instant | null;
  readonly revoked_at: Instant | null;
}

/** Rows of `refresh_sessions`, by the `jti` of the refresh token. */
export const knexSessions = (sql: Sql): SessionRepo => ({
  async add({ id, family, userId, role, issuedAt, expiresAt }) {
    await sql.changes`
      insert into refresh_sessions (jti, family, user_id, role, issued_at, expires_at) values (${id}, ${family}, ${userId}, ${role}, ${issuedAt}, ${expiresAt})`;
  },

  async find(id) {
    const row = await sql.one<Row>`select jti, family, user_id, role, issued_at, expires_at, rotated_at, revoked_at from refresh_sessions where jti = ${id}`;
    return row && {
      id: row.jti, family: row.family, userId: row.user_id, role: row.role, issuedAt: row.issued_at, expiresAt: row.expires_at,
      rotatedAt: row.rotated_at, revokedAt: row.revoked_at,
    };
  },

  rotate: async (id, now) =>
    (await sql.changes`update refresh_sessions set rotated_at = ${now} where jti = ${id} and rotated_at is null and revoked_at is null`) > 0,

  async revokeFamily(family, now) {
    await sql.changes`update refresh_sessions set revoked_at = ${now} where family = ${family} and revoked_at is null`;
  },

  prune: (before, limit) =>
    sql.changes`delete from refresh_sessions where jti in (select jti from refresh_sessions where expires_at < ${before} order by expires_at limit ${limit})`,
});
