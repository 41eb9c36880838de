import type { DeviceRepo } from '../../core/accounts/ports.ts';
import type { Sql } from './sql.ts';

/** Rows of `trusted_devices`, one a (user, device). */
export const knexDevices = (sql: Sql): DeviceRepo => ({
  async isTrusted(userId, deviceId, now) {
    if (deviceId.trim() === '') return false;
    const row = await sql.one`select 1 as trusted from trusted_devices where user_id = ${userId} and device_id = ${deviceId} and expires_at > ${now}`;
    return row !== undefined;
  },

  async trust(userId, deviceId, now, expiresAt) {
    if (deviceId.trim() === '') return;
    await sql.changes`
      insert into trusted_devices (user_id, device_id, trusted_at, expires_at) values (${userId}, ${deviceId}, ${now}, ${expiresAt})
      on conflict (user_id, device_id) do update set trusted_at = excluded.trusted_at, expires_at = excluded.expires_at`;
  },

  async forgetAll(userId) {
    await sql.changes`delete from trusted_devices where user_id = ${userId}`;
  },

  prune: (before, limit) => sql.changes`
    delete from trusted_devices where (user_id, device_id) in
      (select user_id, device_id from trusted_devices where expires_at < ${before} order by user_id, device_id limit ${limit})`,
});
