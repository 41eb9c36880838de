import type { BookingStatus, Channel } from '../../../core/bookings/booking.ts';
import type {
  AgentId,
  AgentStatementId,
  BookingId,
  OperatorId,
  PaymentId,
  RefundId,
  SeatNumber,
  StatementId,
  TripId,
} from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { StatementStatus } from '../../../core/ledger/statement.ts';
import type { AgentsBooking, ToldBooking } from '../../../core/listening/event.ts';
import type { ToldFacts } from '../../../core/listening/ports.ts';
import type { RefundReason, RefundStatus } from '../../../core/payments/refund.ts';
import { type Sql, inBatches, list, padded } from '../engine/sql.ts';
import { type PlanRow, toTripState } from '../trips/planned-trips.ts';

interface BookingRow {
  readonly id: BookingId;
  readonly booking_code: string;
  readonly booking_status: BookingStatus;
  readonly channel: Channel;
  readonly schedule_id: TripId;
  readonly operator_id: OperatorId;
  readonly agent_id: AgentId | null;
  readonly agent_reference: string | null;
  readonly from_stop: number;
  readonly to_stop: number;
  readonly departure_time: Instant;
  readonly seats_count: number;
  readonly total_amount_paisa: Paisa;
  readonly old_id: BookingId | null;
  readonly old_code: string | null;
  readonly old_schedule_id: TripId | null;
  readonly old_total_paisa: Paisa | null;
  readonly successor_id: BookingId | null;
}

interface SeatRow {
  readonly booking_id: BookingId;
  readonly seat_number: SeatNumber;
}

type SeatsOf = (booking: BookingId) => readonly SeatNumber[];

/** Reads what events tell. Every list has one statement for a thousand rows. */
export const knexToldFacts = (sql: Sql): ToldFacts => ({
  async bookings(ids) {
    if (ids.length === 0) return [];
    const [rows, seatRows] = await Promise.all([
      inBatches(ids, (batch) => bookingRows(sql, batch)),
      inBatches(ids, (batch) => bookedSeats(sql, batch)),
    ]);
    const seats = new Map<BookingId, SeatNumber[]>();
    for (const { booking_id: id, seat_number: seat } of seatRows) seats.set(id, [...(seats.get(id) ?? []), seat]);
    return rows.map((row) => toToldBooking(row, (id) => [...new Set(seats.get(id) ?? [])]));
  },

  async trips(ids) {
    const rows = await inBatches(
      ids,
      (batch) => sql.rows<PlanRow & { source_city: string; destination_city: string }>`
        select schedules.id, schedules.operator_id, schedules.status, schedules.departure_time, schedules.arrival_time,
          schedules.bus_id, schedules.fare_paisa, schedules.departed_at,
          source.city_name as source_city, destination.city_name as destination_city
        from schedules join routes on routes.id = schedules.route_id
          join cities source on source.id = routes.source_city_id
          join cities destination on destination.id = routes.destination_city_id
        where schedules.id in ${list(padded(batch))}`,
    );
    return rows.map((row) => ({
      ...toTripState(row),
      id: row.id,
      operatorId: row.operator_id,
      sourceCity: row.source_city,
      destinationCity: row.destination_city,
    }));
  },

  async agentsBookings(trips) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<{ id: BookingId; schedule_id: TripId; agent_id: AgentId; booking_status: BookingStatus }>`
        select id, schedule_id, agent_id, booking_status from bookings
        where schedule_id in ${list(padded(batch))} and agent_id is not null order by schedule_id, id`,
    );
    return rows.map((row): AgentsBooking => ({
      id: row.id,
      tripId: row.schedule_id,
      agentId: row.agent_id,
      status: row.booking_status,
    }));
  },

  async refunds(ids) {
    const rows = await inBatches(
      ids,
      (batch) => sql.rows<{
        id: RefundId;
        booking_id: BookingId;
        booking_code: string;
        operator_id: OperatorId;
        agent_id: AgentId | null;
        payment_id: PaymentId;
        gateway: string;
        amount_paisa: Paisa;
        reason: RefundReason;
        status: RefundStatus;
      }>`
        select refunds.id, refunds.booking_id, bookings.booking_code, refunds.operator_id, bookings.agent_id, refunds.payment_id,
          payments.gateway, refunds.amount_paisa, refunds.reason, refunds.status
        from refunds join payments on payments.id = refunds.payment_id join bookings on bookings.id = refunds.booking_id
        where refunds.id in ${list(padded(batch))}`,
    );
    return rows.map((row) => ({
      id: row.id,
      bookingId: row.booking_id,
      bookingCode: row.booking_code,
      operatorId: row.operator_id,
      agentId: row.agent_id,
      paymentId: row.payment_id,
      gateway: row.gateway,
      amount: row.amount_paisa,
      reason: row.reason,
      status: row.status,
    }));
  },

  async statements(ids) {
    const rows = await inBatches(
      ids,
      (batch) => sql.rows<{
        id: StatementId;
        operator_id: OperatorId;
        year: number;
        sequence: number;
        total_paisa: Paisa;
        status: StatementStatus;
      }>`
        select id, operator_id, year, sequence, total_paisa, status from statements
        where id in ${list(padded(batch))}`,
    );
    return rows.map(({ operator_id: operatorId, total_paisa: total, ...row }) => ({
      ...row,
      operatorId,
      agentId: null,
      total,
    }));
  },

  async accounts(ids) {
    const rows = await inBatches(
      ids,
      (batch) => sql.rows<{ id: AgentId; balance_paisa: Paisa; credit_limit_paisa: Paisa }>`
        select id, balance_paisa, credit_limit_paisa from agents where id in ${list(padded(batch))}`,
    );
    return rows.map((row) => ({ id: row.id, balance: row.balance_paisa, creditLimit: row.credit_limit_paisa }));
  },

  async agentStatements(ids) {
    const rows = await inBatches(
      ids,
      (batch) => sql.rows<{
        id: AgentStatementId;
        agent_id: AgentId;
        year: number;
        sequence: number;
        total_paisa: Paisa;
        status: StatementStatus;
      }>`
        select id, agent_id, year, sequence, total_paisa, status from agent_statements
        where id in ${list(padded(batch))}`,
    );
    return rows.map(({ agent_id: agentId, total_paisa: total, ...row }) => ({
      ...row,
      operatorId: null,
      agentId,
      total,
    }));
  },
});

const bookingRows = (sql: Sql, ids: readonly BookingId[]): Promise<readonly BookingRow[]> => sql.rows<BookingRow>`
  select bookings.id, bookings.booking_code, bookings.booking_status, bookings.channel, bookings.schedule_id,
    bookings.operator_id, bookings.agent_id, bookings.agent_reference, bookings.from_stop, bookings.to_stop,
    coalesce(bookings.section_departs, schedules.departure_time) as departure_time,
    bookings.seats_count, bookings.total_amount_paisa,
    old.id as old_id, old.booking_code as old_code, old.schedule_id as old_schedule_id, made.old_total_paisa,
    (select booking_id from booking_changes where old_booking_id = bookings.id and done_at is not null) as successor_id
  from bookings join schedules on schedules.id = bookings.schedule_id
    left join booking_changes made on made.booking_id = bookings.id and made.done_at is not null
    left join bookings old on old.id = made.old_booking_id
  where bookings.id in ${list(padded(ids))}`;

/**
 * The seats of these bookings, and of the bookings that they have replaced. Two selects, because for one with both
 * conditions Postgres chose a full scan of `booking_seats`.
 */
const bookedSeats = (sql: Sql, ids: readonly BookingId[]): Promise<readonly SeatRow[]> => sql.rows<SeatRow>`
  select sold.booking_id, bus_seats.seat_number
  from (
    select booking_id, seat_id from booking_seats where booking_id in ${list(padded(ids))}
    union all
    select booking_seats.booking_id, booking_seats.seat_id
    from booking_changes join booking_seats on booking_seats.booking_id = booking_changes.old_booking_id
    where booking_changes.booking_id in ${list(padded(ids))}) as sold
    join bus_seats on bus_seats.id = sold.seat_id
  order by bus_seats.deck, bus_seats.row_number, bus_seats.col_number, bus_seats.id`;

const toToldBooking = (row: BookingRow, seatsOf: SeatsOf): ToldBooking => ({
  id: row.id,
  code: row.booking_code,
  status: row.booking_status,
  channel: row.channel,
  tripId: row.schedule_id,
  operatorId: row.operator_id,
  agentId: row.agent_id,
  reference: row.agent_reference,
  from: row.from_stop,
  to: row.to_stop,
  departsAt: row.departure_time,
  seatsCount: row.seats_count,
  seats: seatsOf(row.id),
  total: row.total_amount_paisa,
  changedFrom:
    row.old_id !== null && row.old_code !== null && row.old_schedule_id !== null && row.old_total_paisa !== null
      ? {
          id: row.old_id,
          code: row.old_code,
          tripId: row.old_schedule_id,
          seats: seatsOf(row.old_id),
          total: row.old_total_paisa,
        }
      : null,
  isReplaced: row.successor_id !== null,
});
