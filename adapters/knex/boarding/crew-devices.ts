import type { CrewDevices } from '../../../core/boarding/device-ports.ts';
import type { RevokedDevice } from '../../../core/companies/ports.ts';
import type { DeviceId } from '../../../core/kernel/ids.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, forNoKeyUpdate } from '../engine/sql.ts';
import { type DeviceRow, DEVICE_COLUMNS, toDevice } from './crew-devices-view.ts';

interface EnrolledRow extends DeviceRow {
  readonly company_name: string;
}

/** Stores crews' devices in `devices`. Only hashes of their tokens are stored, and each hash is unique. */
export const knexCrewDevices = (sql: Sql, { recordChange }: Pick<TransactionNeeds, 'recordChange'>): CrewDevices => ({
  async add({ operatorId, name, createdAt, addedBy, enrolDigest, enrolUntil }) {
    const row = await sql.one<{ id: DeviceId }>`
      insert into devices (operator_id, name, created_at, added_by, enrol_hash, enrol_until)
      values (${operatorId}, ${name}, ${createdAt}, ${addedBy}, ${enrolDigest}, ${enrolUntil}) returning id`;
    if (!row) throw new Error('A device could not be added.');
    return row.id;
  },

  async lock(id) {
    const row = await sql.one<DeviceRow>`select ${DEVICE_COLUMNS} from devices where id = ${id} ${forNoKeyUpdate(sql)}`;
    return row && toDevice(row);
  },

  async enrol({ enrolDigest, tokenDigest, model }, now) {
    const row = await sql.one<EnrolledRow>`
      update devices set enrol_hash = null, token_hash = ${tokenDigest}, model = ${model}, enrolled_at = ${now}, last_seen_at = ${now}
      where enrol_hash = ${enrolDigest} and enrol_until > ${now} and revoked_at is null
      returning ${DEVICE_COLUMNS}, (select company_name from operators where operators.id = devices.operator_id) as company_name`;
    return row && { ...toDevice(row), companyName: row.company_name };
  },

  async revoke(id, at) {
    const revoked = await sql.changes`update devices set revoked_at = ${at} where id = ${id} and revoked_at is null`;
    if (revoked > 0) recordChange({ thing: 'sign-out' });
  },

  async revokeAddedBy(operatorId, member, at) {
    const revoked = await sql.rows<RevokedDevice>`
      update devices set revoked_at = ${at}
      where operator_id = ${operatorId} and added_by = ${member} and revoked_at is null returning id, name`;
    if (revoked.length > 0) recordChange({ thing: 'sign-out' });
    return revoked.map(({ id, name }) => ({ id, name })).sort((one, other) => one.id - other.id);
  },

  async see(id, at) {
    sql.post`
      update devices set last_seen_at = ${at} where id = ${id} and (last_seen_at is null or last_seen_at < ${at})`;
  },
});
