import { busSearchKey } from '../../../core/fleet/bus.ts';
import type { ApprovalStatus, BusStatus, KeptBus, NewBus } from '../../../core/fleet/bus.ts';
import type { BusRepo } from '../../../core/fleet/ports.ts';
import { keyOfRegistration } from '../../../core/fleet/registration.ts';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { NotingNeeds } from '../../../core/stores.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import { forUpdate, inBatches, list, raw, tuples } from '../engine/sql.ts';
import type { Sql, SqlValue } from '../engine/sql.ts';
import { saveSeatMap, seatMapsOf } from './bus-seats.ts';

export interface BusRow {
  readonly id: BusId;
  readonly operator_id: OperatorId;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly registration_key: string;
  readonly bus_type: string;
  readonly total_seats: number;
  readonly status: BusStatus;
  readonly approval_status: ApprovalStatus;
  readonly rejection_reason: string | null;
  readonly waiting_since: Instant | null;
  readonly revision: number;
  readonly created_at: Instant;
  readonly has_seat_map: boolean;
  readonly changed_in_office: boolean;
  readonly map_changed_in_office: boolean;
}

export const BUS_COLUMNS = raw(`
  buses.id, buses.operator_id, buses.bus_name, buses.registration_no, buses.registration_key, buses.bus_type, buses.total_seats,
  buses.status, buses.approval_status, buses.rejection_reason, buses.waiting_since, buses.revision, buses.created_at,
  buses.has_seat_map, buses.changed_in_office, buses.map_changed_in_office`);

export const toBus = (row: BusRow): KeptBus => ({
  id: row.id,
  operatorId: row.operator_id,
  name: row.bus_name,
  registrationNo: row.registration_no,
  type: row.bus_type,
  totalSeats: row.total_seats,
  status: row.status,
  approvalStatus: row.approval_status,
  rejectionReason: row.rejection_reason,
  waitingSince: row.waiting_since,
  revision: row.revision,
  createdAt: row.created_at,
  hasSeatMap: row.has_seat_map,
  changedInOffice: row.changed_in_office,
  mapChangedInOffice: row.map_changed_in_office,
});

/** Rows of `buses`, unique by `registration_key`, with their seats (bus-seats.ts). */
export const knexBuses = (sql: Sql, { manifestChanged }: Pick<NotingNeeds, 'manifestChanged'>): BusRepo => ({
  async known() {
    const rows = await sql.rows<Pick<BusRow, 'id' | 'registration_key' | 'operator_id'>>`
      select id, registration_key, operator_id from buses`;
    return new Map(rows.map((row) => [row.registration_key, { id: row.id, operatorId: row.operator_id }]));
  },

  async lockRegistered(keys) {
    const rows = await sql.rows<Pick<BusRow, 'id' | 'registration_key'>>`select id, registration_key from buses`;
    const wanted = new Set(keys);
    const ids = rows.filter((row) => wanted.has(row.registration_key)).map(({ id }) => id);
    // In the order of their keys over all batches, so that two who lock several buses never wait for each other.
    const locked = await inBatches(
      ids.sort((one, other) => one - other),
      (batch) => sql.rows<BusRow>`
      select ${BUS_COLUMNS} from buses where id in ${list(batch)} order by id ${forUpdate(sql)}`,
    );
    return new Map(locked.map((row) => [row.registration_key, toBus(row)]));
  },

  async lock(id) {
    const row = await sql.one<BusRow>`select ${BUS_COLUMNS} from buses where id = ${id} ${forUpdate(sql)}`;
    return row && toBus(row);
  },

  add: (buses) => inBatches(buses, (batch) => add(sql, batch)),
  async update(bus) {
    const before = await namesOf(sql, bus.id);
    const outcome = await update(sql, bus);
    if (outcome === 'updated' && (before?.bus_name !== bus.name || before.registration_no !== bus.registrationNo))
      manifestChanged({ of: 'bus', id: bus.id });
    return outcome;
  },

  seatMaps: (buses) => seatMapsOf(sql, buses),

  async saveSeatMap(bus, map) {
    await saveSeatMap(sql, bus, map);
    manifestChanged({ of: 'bus', id: bus });
  },
});

const newRow = (bus: NewBus): readonly SqlValue[] => [
  bus.operatorId,
  ...[bus.name, bus.registrationNo, keyOfRegistration(bus.registrationNo), busSearchKey(bus.name, bus.registrationNo)],
  ...[bus.type, bus.totalSeats, bus.status, bus.approvalStatus],
  ...[bus.createdAt, bus.approvalStatus === 'PENDING' ? bus.createdAt : null],
  ...[false, 0, 0, 0, 0],
];

async function add(sql: Sql, buses: readonly NewBus[]): Promise<readonly (BusId | 'registered')[]> {
  const rows = await sql.rows<Pick<BusRow, 'id' | 'registration_key'>>`
    insert into buses (operator_id, bus_name, registration_no, registration_key, search_key, bus_type, total_seats, status,
      approval_status, created_at, waiting_since, has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
    values ${tuples(buses.map(newRow))}
    on conflict (registration_key) do nothing
    returning id, registration_key`;
  // Asked when the new rows keep others from suspending their company.
  await sql.changes`
    update buses set company_active = ${false}
    where id in ${list(rows.map(({ id }) => id))} and operator_id in (select id from operators where status <> 'ACTIVE')`;
  const ids = new Map(rows.map((row) => [row.registration_key, row.id]));
  return buses.map(({ registrationNo }) => ids.get(keyOfRegistration(registrationNo)) ?? 'registered');
}

const namesOf = (sql: Sql, id: BusId) =>
  sql.one<Pick<BusRow, 'bus_name' | 'registration_no'>>`select bus_name, registration_no from buses where id = ${id}`;

async function update(sql: Sql, bus: KeptBus): ReturnType<BusRepo['update']> {
  try {
    await sql.changes`
      update buses set bus_name = ${bus.name}, registration_no = ${bus.registrationNo},
        registration_key = ${keyOfRegistration(bus.registrationNo)}, search_key = ${busSearchKey(bus.name, bus.registrationNo)},
        bus_type = ${bus.type}, total_seats = ${bus.totalSeats}, status = ${bus.status}, approval_status = ${bus.approvalStatus},
        rejection_reason = ${bus.rejectionReason}, waiting_since = ${bus.waitingSince}, revision = ${bus.revision},
        changed_in_office = ${bus.changedInOffice}, map_changed_in_office = ${bus.mapChangedInOffice}
      where id = ${bus.id}`;
    return 'updated';
  } catch (error) {
    if (isUniqueViolation(error)) return 'registered';
    throw error;
  }
}
