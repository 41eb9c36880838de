import type { FreedOnTrip } from '../../../core/fleet/ports.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, forUpdate, fragment, inBatches, list, raw } from '../engine/sql.ts';
import { type FreeSeatRow, byTrip, overlapEachOther, sectionOf, stillBlocked, stillSold } from '../trips/seat-rows.ts';

/**
 * Deletes holds in the order of their seats, the order that every transaction uses. Returns the seat numbers that were
 * held and are free on the trip's present bus.
 */
async function deleteHolds(sql: Sql, which: Fragment, now: Instant): Promise<readonly FreedOnTrip[]> {
  const rows = await sql.rows<FreeSeatRow>`
    with gone as materialized (
      select seat_locks.schedule_id, seat_locks.seat_id, seat_locks.from_stop
      from seat_locks join schedules on schedules.id = seat_locks.schedule_id
        join bus_seats on bus_seats.id = seat_locks.seat_id
      where ${which}
      order by seat_locks.schedule_id, seat_locks.seat_id, seat_locks.from_stop ${forUpdate(sql, 'seat_locks')})
    delete from seat_locks
    where (schedule_id, seat_id, from_stop) in (select schedule_id, seat_id, from_stop from gone)
    returning schedule_id as trip, ${sectionOf('seat_locks')}, (
      select present.seat_number
      from schedules join bus_seats as present on present.bus_id = schedules.bus_id
        join bus_seats as held on held.seat_number = present.seat_number
      where held.id = seat_locks.seat_id and schedules.id = seat_locks.schedule_id
        and present.in_map and present.is_active and not exists (
        select 1 from seat_locks as other
        where other.schedule_id = schedules.id and other.seat_id = present.id and other.seat_id <> held.id
          and ${overlapEachOther('other', 'seat_locks')} and other.expires_at > ${now}
      ) and not exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = schedules.id and sold.seat_id = present.id
          and ${overlapEachOther('sold', 'seat_locks')} and ${stillSold(now)}
      ) and not exists (
        select 1 from seat_blocks as blocked
        where blocked.schedule_id = schedules.id and blocked.seat_id = present.id
          and ${overlapEachOther('blocked', 'seat_locks')} and ${stillBlocked(now)})) as free_seat`;
  return byTrip(rows);
}

/** Deletes holds on seats of the trip's previous bus, and on seats out of use. A trip may have no free seat of them. */
export async function dropStrandedHolds(sql: Sql, now: Instant): Promise<readonly FreedOnTrip[]> {
  const stranded = raw('bus_seats.bus_id <> schedules.bus_id or not bus_seats.is_active');
  return deleteHolds(sql, stranded, now);
}

/** Deletes all holds on these trips, and ends their holding periods. */
export const endHolds = (sql: Sql, trips: readonly TripId[], now: Instant): Promise<readonly FreedOnTrip[]> =>
  inBatches(trips, (batch) => endHoldsWhere(sql, fragment`seat_locks.schedule_id in ${list(batch)}`, now));

/** Deletes the holds in `seat_locks` that meet a condition, and ends their holding periods. */
export async function endHoldsWhere(sql: Sql, which: Fragment, now: Instant): Promise<readonly FreedOnTrip[]> {
  await sql.changes`
    update hold_runs set held_until = ${now} where held_until > ${now} and (user_id, schedule_id, seat_number) in (
      select locked_by, schedule_id, (select seat_number from bus_seats where bus_seats.id = seat_id)
      from seat_locks where ${which})`;
  return deleteHolds(sql, which, now);
}
