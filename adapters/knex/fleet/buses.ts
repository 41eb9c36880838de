import {
  type ApprovalStatus,
  type BusStatus,
  type KeptBus,
  type NewBus,
  busSearchKey,
} from '../../../core/fleet/bus.ts';
import type { Amenity } from '../../../core/fleet/amenities.ts';
import type { KeptFor } from '../../../core/fleet/kept-seats.ts';
import type { BusRepo } from '../../../core/fleet/ports.ts';
import { keyOfRegistration, numberOf, textOfNumber } from '../../../core/fleet/registration.ts';
import type { BusId, OperatorId, SeatNumber } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import { type Sql, type SqlValue, forUpdate, fragment, inBatches, list, raw, tuples } from '../engine/sql.ts';
import { saveSeatMap, seatMapsOf, unusualNumber } from './bus-seats.ts';
import { lockName } from '../platform/named-lock.ts';

export interface BusRow {
  readonly id: BusId;
  readonly operator_id: OperatorId;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly registration_key: string;
  readonly bus_type: string;
  readonly total_seats: number;
  /** The names of the amenities as JSON. */
  readonly amenities: string;
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
  buses.id, buses.operator_id, buses.bus_name, buses.registration_no, buses.registration_key, buses.bus_type, buses.total_seats, buses.amenities,
  buses.status, buses.approval_status, buses.rejection_reason, buses.waiting_since, buses.revision, buses.created_at,
  buses.has_seat_map, buses.changed_in_office, buses.map_changed_in_office`);

export const toBus = (row: BusRow): KeptBus => ({
  id: row.id,
  operatorId: row.operator_id,
  name: row.bus_name,
  registrationNo: row.registration_no,
  type: row.bus_type,
  totalSeats: row.total_seats,
  amenities: JSON.parse(row.amenities) as Amenity[],
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

/**
 * The number of locks that all registration numbers share. A transaction of Postgres has room for few locks, and
 * imports name many numbers.
 */
const NUMBER_LOCKS = 64;

const lockOf = (registrationKey: string): number =>
  Array.from(registrationKey, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) %
  NUMBER_LOCKS;

type ReservedRow = Pick<BusRow, 'operator_id' | 'registration_key'>;

const IS_RESERVED = raw(`
  (buses.approval_status = 'APPROVED' or (buses.approval_status = 'PENDING' and operators.has_been_approved))`);

/** Stores buses in `buses`, unique by company and `registration_key`, with their seats (bus-seats.ts). */
export const knexBuses = (sql: Sql, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): BusRepo => ({
  async known() {
    const rows = await sql.rows<
      Pick<BusRow, 'id' | 'registration_key' | 'operator_id' | 'approval_status'> & {
        readonly is_reserved: boolean | number;
      }
    >`
      select buses.id, registration_key, operator_id, approval_status, ${IS_RESERVED} as is_reserved
      from buses join operators on operators.id = buses.operator_id order by buses.id`;
    return rows.map((row) => ({
      id: row.id,
      operatorId: row.operator_id,
      registrationKey: row.registration_key,
      approvalStatus: row.approval_status,
      isReserved: Boolean(row.is_reserved),
    }));
  },

  async lockOwned(numbers) {
    const keys = [...new Set(numbers.map(({ registrationKey }) => registrationKey))];
    const rows = await inBatches(
      keys,
      (batch) => sql.rows<Pick<BusRow, 'id' | 'registration_key' | 'operator_id'>>`
      select id, registration_key, operator_id from buses where registration_key in ${list(batch)}`,
    );
    const wanted = new Set(numbers.map(textOfNumber));
    const ids = rows.filter((row) => wanted.has(textOfRow(row))).map(({ id }) => id);
    // All rows are locked in the order of their keys. Otherwise two callers that lock several buses could wait for each
    // other.
    const locked = await inBatches(
      ids.sort((one, other) => one - other),
      (batch) => sql.rows<BusRow>`
      select ${BUS_COLUMNS} from buses where id in ${list(batch)} order by id ${forUpdate(sql)}`,
    );
    return new Map(locked.map((row) => [textOfRow(row), toBus(row)]));
  },

  async lockReserved(numbers) {
    const locks = [...new Set(numbers.map(({ registrationKey }) => lockOf(registrationKey)))];
    for (const lock of locks.sort((one, other) => one - other)) await lockName(sql, `registration number ${lock}`);
    const rows = await inBatches(
      numbers.map(({ registrationKey }) => registrationKey),
      (batch) => sql.rows<ReservedRow>`
      select buses.operator_id, buses.registration_key from buses join operators on operators.id = buses.operator_id
      where buses.registration_key in ${list(batch)} and ${IS_RESERVED}`,
    );
    const byKey = new Map<string, readonly OperatorId[]>();
    for (const { registration_key: key, operator_id: by } of rows) byKey.set(key, [...(byKey.get(key) ?? []), by]);
    return new Set(
      numbers
        .filter(({ operatorId, registrationKey }) => byKey.get(registrationKey)?.some((by) => by !== operatorId))
        .map(textOfNumber),
    );
  },

  async lock(id, of) {
    const ofCompany = of === undefined ? raw('') : fragment`and operator_id = ${of}`;
    const row = await sql.one<BusRow>`select ${BUS_COLUMNS} from buses where id = ${id} ${ofCompany} ${forUpdate(sql)}`;
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

  async hasUnusualSeats(trip) {
    const found = await sql.one<{ readonly is_unusual: boolean }>`
      select exists (select 1 from bus_seats where in_map and ${unusualNumber(sql)}
        and bus_id = (select bus_id from schedules where id = ${trip})) as is_unusual`;
    return found?.is_unusual === true;
  },

  async keptSeats(trip) {
    const rows = await sql.rows<{ readonly seat_number: SeatNumber; readonly kept_for: KeptFor }>`
      select seat_number, kept_for from bus_seats where kept_for is not null and in_map
        and bus_id = (select bus_id from schedules where id = ${trip})`;
    return new Map(rows.map((row) => [row.seat_number, row.kept_for]));
  },

  async saveSeatMap(bus, map) {
    await saveSeatMap(sql, bus, map);
    manifestChanged({ of: 'bus', id: bus });
  },
});

const textOfRow = (row: ReservedRow): string =>
  textOfNumber({ operatorId: row.operator_id, registrationKey: row.registration_key });

const newRow = (bus: NewBus): readonly SqlValue[] => [
  bus.operatorId,
  ...[bus.name, bus.registrationNo, keyOfRegistration(bus.registrationNo), busSearchKey(bus.name, bus.registrationNo)],
  ...[bus.type, bus.totalSeats, JSON.stringify(bus.amenities), bus.status, bus.approvalStatus],
  ...[bus.createdAt, bus.approvalStatus === 'PENDING' ? bus.createdAt : null],
  ...[false, 0, 0, 0, 0],
];

async function add(sql: Sql, buses: readonly NewBus[]): Promise<readonly (BusId | 'registered')[]> {
  const rows = await sql.rows<Pick<BusRow, 'id' | 'registration_key' | 'operator_id'>>`
    insert into buses (operator_id, bus_name, registration_no, registration_key, search_key, bus_type, total_seats, amenities,
      status, approval_status, created_at, waiting_since, has_seat_map, seat_rows, seat_cols, deck_count, active_seats)
    values ${tuples(buses.map(newRow))}
    on conflict do nothing
    returning id, registration_key, operator_id`;
  // The company's status is read after the insert. The new rows refer to the company, so its suspension has to wait
  // until the commit.
  await sql.changes`
    update buses set company_active = ${false}
    where id in ${list(rows.map(({ id }) => id))} and operator_id in (select id from operators where status <> 'ACTIVE')`;
  const ids = new Map(rows.map((row) => [textOfRow(row), row.id]));
  return buses.map((bus) => ids.get(textOfNumber(numberOf(bus))) ?? 'registered');
}

const namesOf = (sql: Sql, id: BusId) =>
  sql.one<Pick<BusRow, 'bus_name' | 'registration_no'>>`select bus_name, registration_no from buses where id = ${id}`;

async function update(sql: Sql, bus: KeptBus): ReturnType<BusRepo['update']> {
  try {
    // A bus that shared its number with another one before keys were folded keeps its own key with its number.
    await sql.changes`
      update buses set bus_name = ${bus.name}, registration_no = ${bus.registrationNo},
        registration_key = case when registration_no = ${bus.registrationNo} then registration_key
          else ${keyOfRegistration(bus.registrationNo)} end,
        search_key = ${busSearchKey(bus.name, bus.registrationNo)},
        bus_type = ${bus.type}, total_seats = ${bus.totalSeats}, amenities = ${JSON.stringify(bus.amenities)}, status = ${bus.status}, approval_status = ${bus.approvalStatus},
        rejection_reason = ${bus.rejectionReason}, waiting_since = ${bus.waitingSince}, revision = ${bus.revision},
        changed_in_office = ${bus.changedInOffice}, map_changed_in_office = ${bus.mapChangedInOffice}
      where id = ${bus.id}`;
    return 'updated';
  } catch (error) {
    if (isUniqueViolation(error)) return 'registered';
    throw error;
  }
}
