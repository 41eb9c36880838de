import type { Device } from '../../../core/boarding/device.ts';
import type { CrewDeviceViews } from '../../../core/boarding/device-ports.ts';
import type { DeviceId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';
import { behind, where } from '../engine/keyset.ts';

export interface DeviceRow {
  readonly id: DeviceId;
  readonly operator_id: OperatorId;
  readonly name: string;
  readonly model: string | null;
  readonly created_at: Instant;
  readonly added_by: UserId | null;
  readonly adder_name: string | null;
  readonly enrolled_at: Instant | null;
  readonly last_seen_at: Instant | null;
  readonly revoked_at: Instant | null;
}

export const DEVICE_COLUMNS = raw(`
  devices.id, devices.operator_id, devices.name, devices.model, devices.created_at, devices.enrolled_at, devices.last_seen_at,
  devices.revoked_at, devices.added_by, (select full_name from users where users.id = devices.added_by) as adder_name`);

export const toDevice = (row: DeviceRow): Device => ({
  id: row.id,
  operatorId: row.operator_id,
  name: row.name,
  model: row.model,
  createdAt: row.created_at,
  addedBy: row.added_by === null ? null : { id: row.added_by, fullName: row.adder_name ?? '' },
  enrolledAt: row.enrolled_at,
  lastSeenAt: row.last_seen_at,
  revokedAt: row.revoked_at,
});

interface OfferedRow extends Pick<DeviceRow, 'id' | 'name' | 'operator_id'> {
  readonly company_name: string;
  readonly enrol_until: Instant;
}

const NEWEST = raw('devices.created_at, devices.id');

export const knexCrewDeviceViews = (read: Sql): CrewDeviceViews => ({
  async list(operatorId, page) {
    const rows = await read.rows<DeviceRow>`
      select ${DEVICE_COLUMNS} from devices
      ${where([fragment`devices.operator_id = ${operatorId}`, ...behind(NEWEST, page.after, 'desc')])}
      order by devices.created_at desc, devices.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toDevice), page, ({ createdAt, id }) => [createdAt, id]);
  },

  async find(id) {
    const row = await read.one<DeviceRow>`select ${DEVICE_COLUMNS} from devices where id = ${id}`;
    return row && toDevice(row);
  },

  async ofToken(tokenDigest) {
    const row = await read.one<DeviceRow>`
      select ${DEVICE_COLUMNS} from devices where token_hash = ${tokenDigest} and revoked_at is null`;
    return row && toDevice(row);
  },

  async ofEnrolToken(enrolDigest, now) {
    const row = await read.one<OfferedRow>`
      select devices.id, devices.name, devices.operator_id, devices.enrol_until, operators.company_name
      from devices join operators on operators.id = devices.operator_id
      where devices.enrol_hash = ${enrolDigest} and devices.enrol_until > ${now} and devices.revoked_at is null`;
    return (
      row && {
        id: row.id,
        name: row.name,
        operatorId: row.operator_id,
        companyName: row.company_name,
        enrolUntil: row.enrol_until,
      }
    );
  },
});
