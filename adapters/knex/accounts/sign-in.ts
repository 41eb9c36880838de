import type { Role } from '../../../core/accounts/account.ts';
import type { CodeId, CodeRepo, DeviceRepo, NonceStore, SessionRepo } from '../../../core/accounts/ports.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, fragment, list } from '../engine/sql.ts';
import { attemptsIn } from './attempts.ts';

/** Stores mailed sign-in codes in `login_otps`. The index on (user_id, created_at) finds a user's newest code. */
export const knexCodes = (sql: Sql): CodeRepo => ({
  async add({ userId, family, purpose, digest, createdAt, expiresAt }) {
    const row = await sql.one<{ id: CodeId }>`
      insert into login_otps (user_id, family, purpose, code_hash, created_at, expires_at)
      values (${userId}, ${family}, ${purpose}, ${digest}, ${createdAt}, ${expiresAt}) returning id`;
    if (!row) throw new Error('An insert returned no key.');
    return row.id;
  },

  async remove(id) {
    await sql.changes`delete from login_otps where id = ${id}`;
  },

  async sent(userId, families, since) {
    const row = await sql.one<{ count: number; oldest: number | null; newest: number | null }>`
      select count(*) as count, min(created_at) as oldest, max(created_at) as newest
      from login_otps where user_id = ${userId} and family in ${list(families)} and created_at > ${since}`;
    return {
      count: row?.count ?? 0,
      oldest: (row?.oldest ?? undefined) as Instant | undefined,
      newest: (row?.newest ?? undefined) as Instant | undefined,
    };
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
    sql.changes`delete from login_otps where id in (select id from login_otps where expires_at < ${before} order by expires_at limit ${limit})`,
});

const keyOf = (userId: UserId, deviceId: string): Fragment => fragment`user_id = ${userId} and device_id = ${deviceId}`;
const trusted = (userId: UserId, deviceId: string, now: Instant): Fragment =>
  fragment`${keyOf(userId, deviceId)} and expires_at > ${now}`;

/** Stores trusted devices in `trusted_devices`, one row per user and device. */
export function knexDevices(sql: Sql): DeviceRepo {
  const attempts = attemptsIn(sql, 'trusted_devices', 'locked_until');

  const find: DeviceRepo['find'] = async (userId, deviceId, now) => {
    if (deviceId.trim() === '') return undefined;
    const row = await sql.one<{
      locked_until: number | null;
    }>`select locked_until from trusted_devices where ${trusted(userId, deviceId, now)}`;
    return row && { lockedUntil: row.locked_until as Instant | null };
  };

  return {
    find,
    isTrusted: async (userId, deviceId, now) => (await find(userId, deviceId, now)) !== undefined,

    reserveAttempt: (userId, deviceId, policy, now) => attempts.reserve(trusted(userId, deviceId, now), policy, now),
    releaseAttempt: (userId, deviceId, attempt) => attempts.release(keyOf(userId, deviceId), attempt),
    clearAttempts: (userId, deviceId) => attempts.clear(keyOf(userId, deviceId)),

    async trust(userId, deviceId, now, expiresAt) {
      if (deviceId.trim() === '') return;
      await sql.changes`
        insert into trusted_devices (user_id, device_id, trusted_at, expires_at) values (${userId}, ${deviceId}, ${now}, ${expiresAt})
        on conflict (user_id, device_id) do update set
          trusted_at = excluded.trusted_at, expires_at = excluded.expires_at, failed_login_attempts = 0, locked_until = null`;
    },

    async revokeAll(userId) {
      await sql.changes`delete from trusted_devices where user_id = ${userId}`;
    },

    prune: (before, limit) => sql.changes`
      delete from trusted_devices where (user_id, device_id) in
        (select user_id, device_id from trusted_devices where expires_at < ${before} order by expires_at limit ${limit})`,
  };
}

interface SessionRow {
  readonly jti: string;
  readonly family: string;
  readonly started_at: Instant;
  readonly user_id: UserId;
  readonly role: Role;
  readonly issued_at: Instant;
  readonly expires_at: Instant;
  readonly rotated_at: Instant | null;
  readonly revoked_at: Instant | null;
}

/** Stores sessions in `refresh_sessions`. A row is found by the `jti` of its refresh token. */
export const knexSessions = (sql: Sql, { recordChange }: Pick<TransactionNeeds, 'recordChange'>): SessionRepo => ({
  async add({ id, family, startedAt, userId, role, issuedAt, expiresAt }) {
    await sql.changes`
      insert into refresh_sessions (jti, family, started_at, user_id, role, issued_at, expires_at)
      values (${id}, ${family}, ${startedAt}, ${userId}, ${role}, ${issuedAt}, ${expiresAt})`;
  },

  async find(id) {
    // A session without `started_at` started with its oldest token. The previous version, which may run beside this one
    // during an upgrade, does not store that column.
    const row = await sql.one<SessionRow>`
      select jti, family, user_id, role, issued_at, expires_at, rotated_at, revoked_at,
        coalesce(started_at, (select min(coalesce(older.started_at, older.issued_at)) from refresh_sessions as older
          where older.family = refresh_sessions.family)) as started_at
      from refresh_sessions where jti = ${id}`;
    return (
      row && {
        id: row.jti,
        family: row.family,
        startedAt: row.started_at,
        userId: row.user_id,
        role: row.role,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
        rotatedAt: row.rotated_at,
        revokedAt: row.revoked_at,
      }
    );
  },

  rotate: async (id, now) =>
    (await sql.changes`update refresh_sessions set rotated_at = ${now} where jti = ${id} and rotated_at is null and revoked_at is null`) >
    0,

  async revokeFamily(family, now) {
    const revoked =
      await sql.changes`update refresh_sessions set revoked_at = ${now} where family = ${family} and revoked_at is null`;
    if (revoked > 0) recordChange({ thing: 'sign-out' });
    return revoked > 0;
  },

  async revokeOthers(userId, family, now) {
    const revoked = await sql.changes`
      update refresh_sessions set revoked_at = ${now}
      where user_id = ${userId} and family <> ${family ?? ''} and revoked_at is null`;
    if (revoked > 0) recordChange({ thing: 'sign-out' });
  },

  prune: (before, limit) =>
    sql.changes`delete from refresh_sessions where jti in (select jti from refresh_sessions where expires_at < ${before} order by expires_at limit ${limit})`,
});

/** Stores used keys in `used_once`. The primary key lets only one of several simultaneous claims succeed. */
export const knexNonces = (sql: Sql): NonceStore => ({
  claim: async (key, expiresAt, now) =>
    (await sql.changes`
      insert into used_once (key, expires_at) values (${key}, ${expiresAt})
      on conflict (key) do update set expires_at = excluded.expires_at where used_once.expires_at <= ${now}`) > 0,

  prune: (before, limit) =>
    sql.changes`delete from used_once where key in (select key from used_once where expires_at < ${before} order by expires_at limit ${limit})`,
});
