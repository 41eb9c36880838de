import type { HeldAhead, SoldAhead, TripsAhead } from '../../../core/fleet/ports.ts';
import type { BusId, SeatId, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { isAhead, lastStop } from '../../../core/trips/sections.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { type Sql, fragment, inBatches, list } from '../engine/sql.ts';
import { fitBlocks } from './fitted-blocks.ts';
import { lapsedPlaces, stillBlocked, stillSold } from '../trips/seat-rows.ts';
import { toRoad } from '../trips/road.ts';
import { lockTrips } from '../trips/trips.ts';

interface SoldRow {
  readonly trip: TripId;
  readonly booking_code: string;
  readonly seat: SeatId | null;
}

const toSold = (row: SoldRow): SoldAhead => ({ tripId: row.trip, bookingCode: row.booking_code, seatId: row.seat });

/**
 * Locks the overdue unpaid bookings of trips. A payment that came in time may be about to confirm such a booking, which
 * then keeps its seats. A booking's row is always locked before its trip's row. SQLite has a single writer.
 */
export async function lockOverdue(sql: Sql, trips: readonly TripId[], now: Instant): Promise<void> {
  if (sql.dialect !== 'postgres') return;
  await inBatches(
    trips,
    (batch) => sql.rows`
      select id from bookings
      where schedule_id in ${list(batch)} and booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now}
      order by payment_deadline, id for update`,
  );
}

interface AheadRow {
  readonly id: TripId;
  readonly status: TripStatus;
  readonly departure_time: Instant;
  readonly stops: string;
}

/** The trips of a bus, of any status, on which passengers can still get on, ordered by id. */
async function aheadOf(sql: Sql, bus: BusId, now: Instant): Promise<readonly AheadRow[]> {
  const rows = await sql.rows<AheadRow>`
    select id, status, departure_time, stops from schedules
    where bus_id = ${bus} and arrival_time > ${now} and (departure_time > ${now} or stops <> '[]') order by id`;
  return rows.filter(({ stops, departure_time: departsAt }) =>
    isAhead({ ...toRoad({ stops, fares: '[]' }), departsAt }, now),
  );
}

/**
 * Reads trips with their sales. The trips are locked first, so that the later statements see the changes of earlier
 * transactions.
 */
export const knexTripsAhead = (sql: Sql, { lineChanged }: Pick<TransactionNeeds, 'lineChanged'>): TripsAhead => ({
  async lock(bus, now) {
    // Includes cancelled trips, which an import may be about to make active again.
    const ids = (await aheadOf(sql, bus, now)).map(({ id }) => id);
    await lockOverdue(sql, ids, now);
    await lockTrips(sql, ids);
    const ahead = await aheadOf(sql, bus, now);
    return ahead.flatMap(({ id, status }) => (status === 'ACTIVE' ? id : []));
  },

  async lastStops(trips) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<Pick<AheadRow, 'id' | 'stops'>>`
        select id, stops from schedules where id in ${list(batch)} and stops <> '[]'`,
    );
    return new Map(rows.map(({ id, stops }) => [id, lastStop(toRoad({ stops, fares: '[]' }))]));
  },

  async sold(trips, now) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<SoldRow>`
      select sold.schedule_id as trip, bookings.booking_code, sold.seat_id as seat
      from booking_seats as sold join bookings on bookings.id = sold.booking_id
      where sold.schedule_id in ${list(batch)} and ${stillSold(now)}
      union all
      select schedule_id, booking_code, null from bookings
      where schedule_id in ${list(batch)} and booking_status = 'PENDING_PAYMENT' and payment_deadline > ${now}
        and not exists (select 1 from booking_seats where booking_seats.booking_id = bookings.id)
      union all
      select schedule_id, booking_code, null from bookings
      where schedule_id in ${list(batch)} and booking_status in ('CONFIRMED', 'CHECKED_IN')
        and not exists (select 1 from booking_seats where booking_seats.booking_id = bookings.id)
      order by 1, 3, 2`,
    );
    return rows.map(toSold);
  },

  async mostPlaces(trips, now) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<{ places: number }>`
      select places_taken - ${lapsedPlaces('schedules', now)} as places
      from schedules where id in ${list(batch)}`,
    );
    return Math.max(0, ...rows.map(({ places }) => places));
  },

  async held(trips, now) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<{ schedule_id: TripId; seat_id: SeatId }>`
      select schedule_id, seat_id from seat_locks where schedule_id in ${list(batch)} and expires_at > ${now}
      order by schedule_id, seat_id`,
    );
    return rows.map((row): HeldAhead => ({ tripId: row.schedule_id, seatId: row.seat_id }));
  },

  async blocked(trips, now) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<{ schedule_id: TripId; seat_id: SeatId }>`
      select blocked.schedule_id, blocked.seat_id from seat_blocks as blocked
      where blocked.schedule_id in ${list(batch)} and blocked.seat_id is not null and ${stillBlocked(now)}
      order by blocked.schedule_id, blocked.seat_id`,
    );
    return rows.map((row): HeldAhead => ({ tripId: row.schedule_id, seatId: row.seat_id }));
  },

  async raiseSequences(trips) {
    await inBatches(trips, async (batch) => [
      await sql.changes`update schedules set calendar_sequence = calendar_sequence + 1 where id in ${list(batch)}`,
    ]);
  },

  fitBlocks(trips, now) {
    for (const tripId of trips) lineChanged({ of: 'trip', tripId, letGo: false, at: now });
    return fitBlocks(sql, trips, now);
  },

  async endHolds(trips, seats, now) {
    if (seats.length === 0) return;
    for (const tripId of trips) lineChanged({ of: 'trip', tripId, letGo: false, at: now });
    await inBatches(trips, async (batch) => {
      const holds = fragment`schedule_id in ${list(batch)} and seat_id in ${list(seats)}`;
      return [
        await sql.changes`
          update hold_runs set held_until = ${now} where held_until > ${now} and (user_id, schedule_id, seat_number) in (
            select locked_by, schedule_id, (select seat_number from bus_seats where bus_seats.id = seat_id)
            from seat_locks where ${holds})`,
        await sql.changes`delete from seat_locks where ${holds}`,
      ];
    });
  },
});
