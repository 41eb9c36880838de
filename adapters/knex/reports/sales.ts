import type { BusId, CityId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { SalesReader, TripSales } from '../../../core/reports/ports.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { type Sql, raw } from '../engine/sql.ts';

interface Row {
  readonly id: TripId;
  readonly departure_time: Instant;
  readonly departed_at: Instant | null;
  readonly status: TripStatus;
  readonly source_city_id: CityId;
  readonly source_city: string;
  readonly destination_city_id: CityId;
  readonly destination_city: string;
  readonly bus_id: BusId;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly seats: number;
  readonly sold: number;
  readonly boarded: number;
  readonly gross: Paisa;
  readonly fees: Paisa;
  readonly refunds: Paisa;
  readonly earning: Paisa;
}

const TRAVELS = raw(`b.booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`);

/** Condition that a cancelled booking was paid, according to the ledger. */
const WAS_PAID = raw(`exists (
  select 1 from ledger_entries paid where paid.booking_id = b.id and paid.kind in ('PAYMENT', 'CHANGE') and paid.credit = 'UNEARNED')`);
const KEPT = raw(`(
  select coalesce(sum(case 'OPERATOR' when kept.credit then kept.amount_paisa when kept.debit then -kept.amount_paisa end), 0)
  from ledger_entries kept where kept.booking_id = b.id)`);
/** Seats of passengers who boarded; places on a bus without a seat map. */
const BOARDED = raw(`(
  select count(seat.boarded_at) from booking_seats seat where seat.booking_id = b.id and seat.active) + (
  select count(place.boarded_at) from booking_places place where place.booking_id = b.id)`);
/**
 * The company's share. A booking that travels shares its price, and the fees of seats that were cancelled before it was
 * earned. Once it is earned, the ledger has all of it.
 */
const EARNING = raw(`case
  when ${TRAVELS.text} and b.parts_amount_paisa = 0 then b.operator_earning_paisa
  when ${TRAVELS.text} and b.earned_at is null then b.operator_earning_paisa + ${KEPT.text}
  when b.id is not null then ${KEPT.text} end`);
const FEE = raw('coalesce(b.cancellation_fee_paisa, 0)');

/**
 * Finds trips by company and departure, bookings by trip, and ledger rows by booking. An import can give a past trip to
 * another company, which did not make the earlier sales.
 */
export const knexSales = (read: Sql): SalesReader => ({
  async trips(operatorId, { start, end }) {
    const rows = await read.rows<Row>`
      select s.id, s.departure_time, s.departed_at, s.status, s.bus_id, bus.bus_name, bus.registration_no,
        source.id as source_city_id, source.city_name as source_city,
        destination.id as destination_city_id, destination.city_name as destination_city,
        case when bus.has_seat_map then bus.active_seats else bus.total_seats end as seats,
        cast(coalesce(sum(case when ${TRAVELS} then b.seats_count end), 0) as bigint) as sold,
        cast(coalesce(sum(case when ${TRAVELS} then ${BOARDED} end), 0) as bigint) as boarded,
        cast(coalesce(sum(b.total_amount_paisa + b.parts_amount_paisa), 0) as bigint) as gross,
        cast(coalesce(sum(${FEE} + b.parts_fee_paisa), 0) as bigint) as fees,
        cast(coalesce(sum(b.parts_amount_paisa - b.parts_fee_paisa
          + case when ${TRAVELS} then 0 else b.total_amount_paisa - ${FEE} end), 0) as bigint) as refunds,
        cast(coalesce(sum(${EARNING}), 0) as bigint) as earning
      from schedules s
      join routes on routes.id = s.route_id
      join cities source on source.id = routes.source_city_id
      join cities destination on destination.id = routes.destination_city_id
      join buses bus on bus.id = s.bus_id
      left join bookings b on b.schedule_id = s.id and b.operator_id = s.operator_id
        and (${TRAVELS} or (b.booking_status in ('CANCELLED', 'REFUNDED') and ${WAS_PAID}))
      where s.operator_id = ${operatorId} and s.departure_time >= ${start} and s.departure_time < ${end}
      group by s.id, source.id, destination.id, bus.id`;
    return rows.map(toTripSales);
  },
});

const toTripSales = (row: Row): TripSales => ({
  id: row.id,
  departsAt: row.departure_time,
  departedAt: row.departed_at,
  status: row.status,
  source: { id: row.source_city_id, name: row.source_city },
  destination: { id: row.destination_city_id, name: row.destination_city },
  bus: { id: row.bus_id, name: row.bus_name, registrationNo: row.registration_no },
  seats: row.seats,
  sold: row.sold,
  boarded: row.boarded,
  gross: row.gross,
  fees: row.fees,
  refunds: row.refunds,
  earning: row.earning,
});
