import type { BookingOnRecord, AuditReader, SeatOnRecord, WrongTotal } from '../../../core/audit/ports.ts';
import { type BookingStatus, ACTIVE_STATUSES, TICKETED_STATUSES } from '../../../core/bookings/booking.ts';
import type { BookingId, BusId, OperatorId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { DocumentStatus, DocumentType } from '../../../core/fleet/documents.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { blocksOnRecord, hiddenBlocks, toLentBlocks } from './audited-blocks.ts';
import { crowdedTrips, overlapsOf } from './audited-buses.ts';
import {
  EARLIER,
  carriedRefundsOfBooking,
  paymentsOfBooking,
  refundsOfBooking,
  toCarriedRefunds,
  toPayments,
} from './audited-payments.ts';
import { changesWhere, toChangeOnRecord } from '../bookings/booking-changes.ts';
import { earlierFees, heirOf, oldBooking, toEarlierFees, toHeir, toOldBooking } from './joined-bookings.ts';
import { type FactsRow, factsOfBooking, toFacts } from './booking-facts.ts';
import { lateCash, openPayments } from './audited-counter.ts';
import { sectionedTrips } from './audited-sections.ts';
import { auditedAgents } from './audited-agents.ts';
import { auditedFoundMoney } from './audited-found-money.ts';
import { auditedLosses } from './losses.ts';
import { auditedPlatform } from './audited-platform.ts';
import { auditedSums } from './audited-sums.ts';
import { auditedStatements } from './audited-statements.ts';
import { auditedRoad } from './audited-road.ts';
import { auditedDoorLimits } from './audited-door-limits.ts';
import { auditedLine, hiddenWaits } from './audited-line.ts';
import { wrongParts, wrongPlaces } from './audited-places.ts';
import { readTwins } from './twins.ts';
import { type SharedRow, seatsTakenTwice, takenOffRoad, toShared } from './shared-seats.ts';
import { entriesWhere, keptBalances, toEntries } from './audited-ledger.ts';
import { type BookingRow, BOOKING_COLUMNS, toBooking } from '../bookings/booking-rows.ts';
import { type Fragment, type Sql, fragment, jsonBoolean, jsonRows, list, raw } from '../engine/sql.ts';

interface Row extends BookingRow, FactsRow {
  readonly trip_operator_id: OperatorId;
  readonly trip_status: TripStatus;
  readonly changed_in_office: boolean;
  readonly has_seat_map: boolean;
  readonly cancelled_by: string | null;
  readonly cancelled_at: Instant | null;
  readonly cancellation_fee_paisa: Paisa | null;
  readonly parts_amount_paisa: Paisa;
  readonly parts_fee_paisa: Paisa;
  /** An array of SeatRow as JSON; null for a booking without seats. */
  readonly seats: string | null;
  readonly lent_blocks: string | null;
  /** Arrays as JSON, with the row types of audited-payments.ts and audited-ledger.ts. */
  readonly payments: string | null;
  readonly refunds: string | null;
  readonly entries: string | null;
  readonly carried_refunds: string | null;
  readonly change: string | null;
  readonly changed_to: string | null;
  readonly earlier_payments: string | null;
  readonly earlier_refunds: string | null;
  readonly earlier_fees: string | null;
  /** The booking before a change, and the booking after all changes, each as one JSON row: see joined-bookings.ts. */
  readonly old_booking: string | null;
  readonly heir: string | null;
}

type SeatRow = [SeatNumber, TripId, boolean, boolean, Instant | null, from: number, to: number];

/** Reads all stored rows. Every query is a single statement, so that all its rows are of the same moment. */
export const knexAuditReader = (sql: Sql): AuditReader => {
  const seats = jsonRows(
    sql.dialect,
    [
      raw('bus_seats.seat_number'),
      raw('booking_seats.schedule_id'),
      jsonBoolean(sql.dialect, raw('bus_seats.bus_id = schedules.bus_id and bus_seats.is_active')),
      jsonBoolean(sql.dialect, raw('booking_seats.active')),
      raw('booking_seats.taken_until'),
      raw('booking_seats.from_stop'),
      raw('booking_seats.to_stop'),
    ],
    raw(
      'booking_seats join bus_seats on bus_seats.id = booking_seats.seat_id where booking_seats.booking_id = bookings.id',
    ),
  );
  const entries = entriesWhere(sql, 'ledger_entries.booking_id = bookings.id');
  const [payments, refunds] = [paymentsOfBooking(sql), refundsOfBooking(sql)];
  const documents = jsonRows(
    sql.dialect,
    ['type', 'status', 'valid_from', 'valid_until'].map((column) => raw(`bus_documents.${column}`)),
    raw('bus_documents where bus_documents.bus_id = buses.id'),
  );
  const trips = jsonRows(
    sql.dialect,
    [raw('schedules.id'), raw('schedules.departure_time'), jsonBoolean(sql.dialect, raw('schedules.papers_ok'))],
    raw('schedules where schedules.bus_id = buses.id'),
  );
  const ids = raw(
    sql.dialect === 'sqlite'
      ? `group_concat(bookings.id || ':' || booking_seats.from_stop || ':' || booking_seats.to_stop)`
      : `string_agg(concat_ws(':', bookings.id, booking_seats.from_stop, booking_seats.to_stop), ',')`,
  );

  const wrongTotal = async (
    table: WrongTotal['table'],
    column: string,
    kept: Fragment,
    counted: Fragment,
  ): Promise<readonly WrongTotal[]> =>
    (
      await sql.rows<Pick<WrongTotal, 'id' | 'kept' | 'counted'>>`
      select id, kept, counted from (select id, ${kept} as kept, ${counted} as counted from ${raw(table)}) as totals where kept <> counted order by id`
    ).map((row) => ({ table, column, ...row }));

  return {
    twins: () => readTwins(sql),
    openPayments: () => openPayments(sql),
    lateCash: () => lateCash(sql),
    sectionedTrips: (after, limit) => sectionedTrips(sql, after, limit),
    async bookings(after, limit) {
      const rows = await sql.rows<Row>`
        select ${BOOKING_COLUMNS}, bookings.cancelled_by, bookings.cancelled_at, bookings.cancellation_fee_paisa, bookings.lent_blocks, bookings.parts_amount_paisa, bookings.parts_fee_paisa,
          buses.operator_id as trip_operator_id, buses.has_seat_map, schedules.status as trip_status, schedules.changed_in_office, schedules.departure_time, schedules.arrival_time, ${seats} as seats, ${payments} as payments, ${refunds} as refunds, ${entries} as entries,
          ${carriedRefundsOfBooking(sql)} as carried_refunds, ${changesWhere(sql, 'booking_changes.booking_id = bookings.id')} as change,
          ${changesWhere(sql, 'booking_changes.old_booking_id = bookings.id and booking_changes.done_at is not null')} as changed_to,
          ${paymentsOfBooking(sql, EARLIER)} as earlier_payments, ${refundsOfBooking(sql, EARLIER)} as earlier_refunds,
          ${earlierFees(sql)} as earlier_fees, ${oldBooking(sql)} as old_booking, ${heirOf(sql)} as heir, ${factsOfBooking(sql)}
        from bookings join schedules on schedules.id = bookings.schedule_id join buses on buses.id = schedules.bus_id
        where bookings.id > ${after} order by bookings.id limit ${limit}`;
      return rows.map(toRecord);
    },

    blocks: (at) => blocksOnRecord(sql, at),

    overlaps: () => overlapsOf(sql),
    takenTwice: (at) => seatsTakenTwice(sql, at),
    offRoad: (at) => takenOffRoad(sql, at),
    ...auditedStatements(sql),
    balances: () => keptBalances(sql),
    ...auditedPlatform(sql),
    ...auditedFoundMoney(sql),
    ...auditedAgents(sql),
    ...auditedLine(sql),
    ...auditedDoorLimits(sql),
    ...auditedRoad(sql),
    ...auditedLosses(sql),
    ...auditedSums(sql),
    crowded: (at) => crowdedTrips(sql, at),

    async gatedBuses(after, limit) {
      const rows = await sql.rows<{ id: BusId; documents: string | null; trips: string | null }>`
        select id, ${documents} as documents, ${trips} as trips from buses where id > ${after} order by id limit ${limit}`;
      return rows.map(toGated);
    },

    async soldTwice() {
      const rows = await sql.rows<SharedRow>`
        select booking_seats.schedule_id as trip, bus_seats.seat_number as seat, ${ids} as bookings
        from booking_seats join bookings on bookings.id = booking_seats.booking_id join bus_seats on bus_seats.id = booking_seats.seat_id
        where bookings.booking_status in ${list(ACTIVE_STATUSES)} and bus_seats.in_map
        group by booking_seats.schedule_id, bus_seats.seat_number having count(*) > 1 order by 1, 2`;
      return rows.map(toShared).filter(({ bookings }) => bookings.length > 0);
    },

    async wrongTotals() {
      return [
        ...(await wrongTotal(
          'operators',
          'rating_sum',
          raw('rating_sum'),
          raw('(select coalesce(sum(stars), 0) from ratings where operator_id = operators.id)'),
        )),
        ...(await wrongTotal(
          'operators',
          'rating_count',
          raw('rating_count'),
          raw('(select count(*) from ratings where operator_id = operators.id)'),
        )),
        ...(await wrongTotal(
          'buses',
          'active_seats',
          raw('active_seats'),
          fragment`(select count(*) from bus_seats where bus_id = buses.id and bus_seats.is_active)`,
        )),
        ...(await wrongTotal(
          'buses',
          'company_active',
          raw('case when company_active then 1 else 0 end'),
          raw(
            `(select count(*) from operators where operators.id = buses.operator_id and operators.status = 'ACTIVE')`,
          ),
        )),
        ...(await wrongTill('sales_paisa', 'payments')),
        ...(await wrongTill('refunds_paisa', 'refunds')),
        ...(await hiddenBlocks(sql)),
        ...(await hiddenWaits(sql)),
        ...(await wrongPlaces(sql)),
        ...(await wrongParts(sql)),
      ];
    },

    async unpublished(before) {
      const rows = await sql.rows<{ id: number; topic: string; recorded_at: Instant }>`
        select id, topic, recorded_at from outbox where sent_at is null and recorded_at < ${before} order by id`;
      return rows.map(({ id, topic, recorded_at: recordedAt }) => ({ id, topic, recordedAt }));
    },

    async withoutEvent(since) {
      const has = (type: string) => fragment`exists (
        select 1 from feed_events where owner_kind = 'PLATFORM' and booking_id = bookings.id and type = ${type})`;
      const rows = await sql.rows<{ id: BookingId; booking_code: string; booking_status: BookingStatus }>`
        select bookings.id, booking_code, booking_status from bookings cross join feed_position
        where (booking_status in ${list(TICKETED_STATUSES)} and booked_at > ${since}
            and bookings.id > last_booking_before and not ${has('booking.confirmed')}
            and not (${has('booking.changed')} and exists (
              select 1 from booking_changes where booking_id = bookings.id and done_at is not null)))
          or (booking_status = 'EXPIRED' and payment_deadline > ${since}
            and (bookings.id > last_booking_before or payment_deadline >= feed_position.since)
            and not ${has('booking.expired')})
          or (booking_status in ('CANCELLED', 'REFUNDED') and cancelled_at > ${since}
            and (bookings.id > last_booking_before or cancelled_at >= feed_position.since)
            and not ${has('booking.cancelled')} and not exists (
              select 1 from booking_changes where old_booking_id = bookings.id and done_at is not null))
        order by bookings.id`;
      return rows.map(({ id, booking_code: code, booking_status: status }) => ({ id, code, status }));
    },
  };

  /**
   * Adds up the payments, or the refunds, of all shifts in one query.
   */
  async function wrongTill(column: string, table: 'payments' | 'refunds'): Promise<readonly WrongTotal[]> {
    const kept = raw(`shifts.${column}`);
    const rows = await sql.rows<Pick<WrongTotal, 'id' | 'kept' | 'counted'>>`
      with moved as (
        select shift_id, sum(amount_paisa) as cash from ${raw(table)} where shift_id is not null group by shift_id)
      select shifts.id, ${kept} as kept, coalesce(moved.cash, 0) as counted
      from shifts left join moved on moved.shift_id = shifts.id
      where ${kept} <> coalesce(moved.cash, 0) order by shifts.id`;
    return rows.map((row) => ({ table: 'shifts', column, ...row }));
  }
};

type DocumentRow = [DocumentType, DocumentStatus, string | null, string | null];
type TripRow = [TripId, Instant, boolean];

const toGated = (row: { readonly id: BusId; readonly documents: string | null; readonly trips: string | null }) => ({
  id: row.id,
  documents: (JSON.parse(row.documents ?? '[]') as DocumentRow[]).map(([type, status, validFrom, validUntil]) => ({
    type,
    status,
    validFrom,
    validUntil,
  })),
  trips: (JSON.parse(row.trips ?? '[]') as TripRow[]).map(([id, departsAt, papersOk]) => ({ id, departsAt, papersOk })),
});

const toRecord = (row: Row): BookingOnRecord => ({
  ...toBooking(row),
  ...toFacts(row),
  trip: {
    operatorId: row.trip_operator_id,
    status: row.trip_status,
    changedInOffice: row.changed_in_office,
    hasSeatMap: row.has_seat_map,
    departsAt: row.section_departs ?? row.departure_time,
    arrivesAt: row.section_arrives ?? row.arrival_time,
  },
  cancelledBy: row.cancelled_by,
  cancelledAt: row.cancelled_at,
  cancellationFee: row.cancellation_fee_paisa,
  seats: (JSON.parse(row.seats ?? '[]') as SeatRow[]).map(toSeat),
  partSums: { amount: row.parts_amount_paisa, fee: row.parts_fee_paisa },
  lentBlocks: toLentBlocks(row.lent_blocks),
  payments: toPayments(row.payments, row.refunds),
  change: toChangeOnRecord(row.change),
  changedTo: toChangeOnRecord(row.changed_to),
  carriedRefunds: toCarriedRefunds(row.carried_refunds),
  earlierPayments: toPayments(row.earlier_payments, row.earlier_refunds),
  oldBooking: toOldBooking(row.old_booking),
  earlierFees: toEarlierFees(row.earlier_fees),
  heir: toHeir(row.heir) ?? { status: row.booking_status, cancelledAt: row.cancelled_at },
  entries: toEntries(row.entries),
});

const toSeat = ([seat, tripId, isAboard, isActive, takenUntil, from, to]: SeatRow): SeatOnRecord => ({
  seat,
  tripId,
  section: { from, to },
  isAboard,
  isActive,
  takenUntil,
});
