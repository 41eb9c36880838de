import type { CompanyStatus } from '../../../core/accounts/membership.ts';
import type { ApprovalStatus, BusStatus } from '../../../core/fleet/bus.ts';
import type { BusId, CityId, OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { BasisPoints, Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TripRepo } from '../../../core/trips/ports.ts';
import type { Section } from '../../../core/trips/sections.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import type { Trip, TripStatus } from '../../../core/trips/trip.ts';
import { type Fragment, type Sql, fragment, inBatches, list } from '../engine/sql.ts';
import { toTiers } from '../companies/companies.ts';
import { type RoadRow, toRoad, toTaps } from './road.ts';
import { freePartPlaces, takenOnParts, takePartPlaces } from './part-places.ts';
import { reservedPlaces } from './seat-rows.ts';

interface Row extends RoadRow {
  readonly id: TripId;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly status: TripStatus;
  readonly fare_paisa: Paisa;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly departed_at: Instant | null;
  readonly stops_left: string;
  readonly papers_ok: boolean;
  readonly sale_opens_at: Instant | null;
  readonly door_cleared_at: Instant | null;
  readonly has_waits: boolean;
  readonly bus_id: BusId;
  readonly operator_id: OperatorId;
  readonly bus_type: string;
  readonly approval_status: ApprovalStatus;
  readonly bus_status: BusStatus;
  readonly total_seats: number;
  readonly has_seat_map: boolean;
  readonly company_status: CompanyStatus;
  readonly commission_rate_bp: BasisPoints | null;
  readonly cancellation_tiers: string | null;
  readonly kept_until_hours: number | null;
  readonly change_tiers: string | null;
}

/**
 * Stores trips in `schedules`. A single conditional update takes places, so that simultaneous requests oversell
 * nothing.
 */
export const knexTrips = (sql: Sql, { lineChanged }: Pick<TransactionNeeds, 'lineChanged'>): TripRepo => ({
  find: (id) => find(sql, fragment`s.id = ${id}`),
  ofBooking: (id) => find(sql, fragment`s.id = (select schedule_id from bookings where id = ${id})`),

  async findForSale(id) {
    shareTrip(sql, id);
    return find(sql, fragment`s.id = ${id}`);
  },

  async takePlaces(id, count, now, section) {
    if (section) return takePartPlaces(sql, id, count, now, section);
    // Locks the trip first, because otherwise the update might see the trip's previous bus.
    shareTrip(sql, id);
    return (
      1 ===
      (await sql.changes`
      update schedules set places_taken = places_taken + ${count}
      where id = ${id} and places_taken + ${reservedPlaces('schedules', now)} + ${count} <= (
        select total_seats from buses where buses.id = schedules.bus_id and not buses.has_seat_map and buses.status = 'ACTIVE')`)
    );
  },

  placesLeft: (id, now, section) => placesLeft(sql, id, now, section),

  async freePlaces(id, count, now, section) {
    lineChanged({ of: 'freed', tripId: id, at: now });
    if (section) await freePartPlaces(sql, id, count, section);
    else
      sql.post`update schedules set places_taken = places_taken - ${count} where id = ${id} and places_taken >= ${count}`;
  },
});

/**
 * Keeps others from changing a trip until the transaction ends; `lockTrips` waits for this lock. Posted, so that later
 * statements see the trip in its final state.
 */
function shareTrip(sql: Sql, id: TripId): void {
  if (sql.dialect === 'postgres') sql.post`select id from schedules where id = ${id} for key share`;
}

async function find(sql: Sql, isMeant: Fragment): Promise<Trip | undefined> {
  const row = await sql.one<Row>`
    select s.id, s.status, s.fare_paisa, s.departure_time, s.arrival_time, s.departed_at, s.stops_left, s.papers_ok, s.has_waits, s.stops, s.fares, s.sale_opens_at,
           (select cleared_at from doors where doors.opens_at = s.sale_opens_at) as door_cleared_at,
           r.source_city_id, r.destination_city_id,
           b.id as bus_id, b.operator_id, b.bus_type, b.approval_status, b.status as bus_status, b.total_seats, b.has_seat_map,
           o.status as company_status, o.commission_rate_bp, o.cancellation_tiers, o.change_tiers, o.kept_until_hours
    from schedules s join routes r on r.id = s.route_id join buses b on b.id = s.bus_id join operators o on o.id = b.operator_id where ${isMeant}`;
  return (
    row && {
      id: row.id,
      status: row.status,
      fare: row.fare_paisa,
      departsAt: row.departure_time,
      arrivesAt: row.arrival_time,
      departedAt: row.departed_at,
      taps: { left: toTaps(row.stops_left) },
      papersOk: row.papers_ok,
      saleOpensAt: row.sale_opens_at,
      isDoorClear: row.sale_opens_at === null || row.door_cleared_at !== null,
      hasWaits: row.has_waits,
      sourceCityId: row.source_city_id,
      destinationCityId: row.destination_city_id,
      ...toRoad(row),
      bus: {
        id: row.bus_id,
        operatorId: row.operator_id,
        type: row.bus_type,
        approvalStatus: row.approval_status,
        status: row.bus_status,
        totalSeats: row.total_seats,
        hasSeatMap: row.has_seat_map,
      },
      company: {
        status: row.company_status,
        commissionRate: row.commission_rate_bp,
        cancellationTiers: toTiers(row.cancellation_tiers),
        keptUntilHours: row.kept_until_hours,
        changeTiers: toTiers(row.change_tiers),
      },
    }
  );
}

/** The number of places on a trip, or on a section of it, that are neither booked, blocked nor offered. */
export async function placesLeft(sql: Sql, id: TripId, now: Instant, section?: Section): Promise<number> {
  const taken = section
    ? takenOnParts(now, section)
    : fragment`schedules.places_taken + ${reservedPlaces('schedules', now)}`;
  const row = await sql.one<{ left: number }>`
    select buses.total_seats - (${taken}) as "left"
    from schedules join buses on buses.id = schedules.bus_id where schedules.id = ${id} and not buses.has_seat_map`;
  return Math.max(0, row?.left ?? 0);
}

/**
 * Keeps others from holding, selling or reclaiming seats of these trips until the transaction ends. Transactions that
 * hold or sell seats share a lock on the trip's row. The exclusive lock here waits for them, so that later statements
 * see their changes. SQLite has a single writer.
 */
export async function lockTrips(sql: Sql, trips: readonly TripId[]): Promise<void> {
  if (sql.dialect !== 'postgres') return;
  const inOrder = [...trips].sort((one, other) => one - other);
  await inBatches(
    inOrder,
    (batch) => sql.rows`select id from schedules where id in ${list(batch)} order by id for update`,
  );
}

/**
 * Finds trips with a booking that takes seats. Reads the partial indexes `bookings_waiting_by_trip`, `bookings_ahead`
 * and `booking_seats_sold_once`.
 */
export async function tripsSold(sql: Sql, trips: readonly TripId[]): Promise<ReadonlySet<TripId>> {
  const rows = await inBatches(
    trips,
    (batch) => sql.rows<{ id: TripId }>`
    select schedule_id as id from bookings where schedule_id in ${list(batch)} and booking_status = 'PENDING_PAYMENT'
    union
    select schedule_id as id from bookings where schedule_id in ${list(batch)} and booking_status in ('CONFIRMED', 'CHECKED_IN')
    union
    select schedule_id as id from booking_seats where schedule_id in ${list(batch)} and active
    union
    select id from schedules where id in ${list(batch)} and places_taken > 0`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds trips with sold seats or places that their bus lacks. Such seats are unusable or on another bus. */
export async function tripsMisfit(sql: Sql, trips: readonly TripId[]): Promise<ReadonlySet<TripId>> {
  const rows = await inBatches(
    trips,
    (batch) => sql.rows<{ id: TripId }>`
    select schedules.id from schedules join buses on buses.id = schedules.bus_id
    where schedules.id in ${list(batch)} and ((buses.has_seat_map and schedules.places_taken > 0) or exists (
      select 1 from booking_seats as sold join bus_seats on bus_seats.id = sold.seat_id
      where sold.schedule_id = schedules.id and sold.active
        and (not bus_seats.is_active or bus_seats.bus_id <> schedules.bus_id)))`,
  );
  return new Set(rows.map(({ id }) => id));
}
