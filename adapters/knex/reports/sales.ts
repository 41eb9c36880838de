import type { BusId, CityId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { type Instant, daysAfter } from '../../../core/kernel/time.ts';
import type { SalesReader, TripSales } from '../../../core/reports/ports.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { lastStop } from '../../../core/trips/sections.ts';
import { departedAt } from '../bookings/journey.ts';
import { toRoad } from '../trips/road.ts';
import { type Sql, raw } from '../engine/sql.ts';

interface SalesRow {
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
  readonly sold: number;
  readonly boarded: number;
  readonly gross: Paisa;
  readonly fees: Paisa;
  readonly refunds: Paisa;
  readonly earning: Paisa;
}

interface Row extends SalesRow {
  readonly stops: string;
  readonly seats: number;
  readonly parts_sold: number;
}

interface SectionRow extends SalesRow {
  readonly stops_left: string;
  readonly first_city_id: CityId;
  readonly first_city: string;
  readonly last_city_id: CityId;
  readonly last_city: string;
  readonly from_stop: number;
  readonly section_departs: Instant;
}

/** The longest journey of a bus, in days. */
const LONGEST_DAYS = 3;

const TRAVELS = raw(`b.booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`);

/** Condition that a cancelled booking was paid, according to the ledger. */
const WAS_PAID = raw(`exists (
  select 1 from ledger_entries paid where paid.booking_id = b.id and paid.kind in ('PAYMENT', 'CHANGE') and paid.credit = 'UNEARNED')`);
const KEPT = raw(`(
  select coalesce(sum(case 'OPERATOR' when kept.credit then kept.amount_paisa when kept.debit then -kept.amount_paisa end), 0)
  from ledger_entries kept where kept.booking_id = b.id)`);
/** The number of a booking's seats whose passengers boarded; on a bus without a seat map, of boarded passengers. */
const BOARDED = raw(`(
  select count(seat.boarded_at) from booking_seats seat where seat.booking_id = b.id and seat.active) + (
  select count(place.boarded_at) from booking_places place where place.booking_id = b.id)`);
/**
 * The company's share of a booking's money. Once the money is earned, or the booking is cancelled, the ledger contains
 * the whole share. Before, the ledger contains only the shares of seats that were cancelled. The share of the other
 * seats is stored with the booking.
 */
const EARNING = raw(`case
  when ${TRAVELS.text} and b.parts_amount_paisa = 0 then b.operator_earning_paisa
  when ${TRAVELS.text} and b.earned_at is null then b.operator_earning_paisa + ${KEPT.text}
  when b.id is not null then ${KEPT.text} end`);
const FEE = raw('coalesce(b.cancellation_fee_paisa, 0)');

/**
 * The amount that was refunded for a cancelled booking. For a changed booking, the credit that the new booking got.
 * Earlier goodwill may have lowered the credit.
 */
const GIVEN_BACK = raw(`coalesce((
  select credit_paisa from booking_changes away where away.old_booking_id = b.id and away.done_at is not null
), b.total_amount_paisa - ${FEE.text})`);

const FIGURES = raw(`cast(coalesce(sum(case when ${TRAVELS.text} then b.seats_count end), 0) as bigint) as sold,
        cast(coalesce(sum(case when ${TRAVELS.text} then ${BOARDED.text} end), 0) as bigint) as boarded,
        cast(coalesce(sum(b.total_amount_paisa + b.parts_amount_paisa), 0) as bigint) as gross,
        cast(coalesce(sum(${FEE.text} + b.parts_fee_paisa), 0) as bigint) as fees,
        cast(coalesce(sum(b.parts_amount_paisa - b.parts_fee_paisa
          + case when ${TRAVELS.text} then 0 else ${GIVEN_BACK.text} end), 0) as bigint) as refunds,
        cast(coalesce(sum(${EARNING.text}), 0) as bigint) as earning`);

const PARTS_SOLD = raw(`(
  select cast(coalesce(sum(b.seats_count * (b.to_stop - b.from_stop)), 0) as bigint) from bookings b
  where b.schedule_id = s.id and b.operator_id = s.operator_id and ${TRAVELS.text})`);

const IS_REPORTED = raw(`(${TRAVELS.text} or (b.booking_status in ('CANCELLED', 'REFUNDED') and ${WAS_PAID.text}))`);

/**
 * Finds trips by company and departure, bookings by trip, and ledger rows by booking. Also compares each booking's
 * company. After an import, a past trip may belong to another company, which did not make the earlier sales.
 */
export const knexSales = (read: Sql): SalesReader => ({
  async trips(operatorId, { start, end }) {
    const rows = await read.rows<Row>`
      select s.id, s.departure_time, s.departed_at, s.status, s.bus_id, bus.bus_name, bus.registration_no,
        source.id as source_city_id, source.city_name as source_city,
        destination.id as destination_city_id, destination.city_name as destination_city,
        case when bus.has_seat_map then bus.active_seats else bus.total_seats end as seats,
        ${FIGURES},
        s.stops, case when s.stops = '[]'
          then cast(coalesce(sum(case when ${TRAVELS} then b.seats_count end), 0) as bigint)
          else ${PARTS_SOLD} end as parts_sold
      from schedules s
      join routes on routes.id = s.route_id
      join cities source on source.id = routes.source_city_id
      join cities destination on destination.id = routes.destination_city_id
      join buses bus on bus.id = s.bus_id
      left join bookings b on b.schedule_id = s.id and b.operator_id = s.operator_id
        and b.section_departs is null and ${IS_REPORTED}
      where s.operator_id = ${operatorId} and s.departure_time >= ${start} and s.departure_time < ${end}
      group by s.id, source.id, destination.id, bus.id`;
    const sections = await read.rows<SectionRow>`
      select s.id, s.departure_time, s.departed_at, s.status, s.bus_id, s.stops_left, bus.bus_name, bus.registration_no,
        source.id as source_city_id, source.city_name as source_city,
        destination.id as destination_city_id, destination.city_name as destination_city,
        first.id as first_city_id, first.city_name as first_city, last.id as last_city_id, last.city_name as last_city,
        b.from_stop, b.section_departs, ${FIGURES}
      from schedules s
      join bookings b on b.schedule_id = s.id and b.operator_id = s.operator_id
        and b.section_departs >= ${start} and b.section_departs < ${end} and ${IS_REPORTED}
      join routes own on own.id = s.route_id
      join cities first on first.id = own.source_city_id
      join cities last on last.id = own.destination_city_id
      join routes on routes.id = b.section_route_id
      join cities source on source.id = routes.source_city_id
      join cities destination on destination.id = routes.destination_city_id
      join buses bus on bus.id = s.bus_id
      where s.operator_id = ${operatorId} and s.departure_time >= ${daysAfter(start, -LONGEST_DAYS)}
        and s.departure_time < ${end} and s.stops <> '[]'
      group by s.id, source.id, destination.id, first.id, last.id, bus.id, b.from_stop, b.section_departs`;
    return [...rows.map(toTripSales), ...sections.map(toSectionSales)];
  },
});

const toTripSales = (row: Row): TripSales => ({
  ...toSales(row),
  seats: row.seats,
  parts: lastStop(toRoad({ stops: row.stops, fares: '[]' })),
  partsSold: row.parts_sold,
});

const toSectionSales = (row: SectionRow): TripSales => ({
  ...toSales(row),
  departsAt: row.section_departs,
  departedAt: departedAt(row),
  whole: {
    departsAt: row.departure_time,
    source: { id: row.first_city_id, name: row.first_city },
    destination: { id: row.last_city_id, name: row.last_city },
  },
  seats: 0,
  parts: 0,
  partsSold: 0,
});

const toSales = (row: SalesRow): Omit<TripSales, 'seats' | 'parts' | 'partsSold'> => ({
  id: row.id,
  departsAt: row.departure_time,
  departedAt: row.departed_at,
  status: row.status,
  source: { id: row.source_city_id, name: row.source_city },
  destination: { id: row.destination_city_id, name: row.destination_city },
  bus: { id: row.bus_id, name: row.bus_name, registrationNo: row.registration_no },
  sold: row.sold,
  boarded: row.boarded,
  gross: row.gross,
  fees: row.fees,
  refunds: row.refunds,
  earning: row.earning,
});
