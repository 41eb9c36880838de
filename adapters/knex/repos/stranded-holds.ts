import type { Instant } from '../../../core/kernel/time.ts';
import type { Catalogue } from '../../../core/catalogue/catalogue.ts';
import { byTrip, stillSold } from './seat-rows.ts';
import type { FreeSeatRow } from './seat-rows.ts';
import { forUpdate } from '../engine/sql.ts';
import type { Sql } from '../engine/sql.ts';

/**
 * Deletes holds on seats of a bus that the trip no longer has, or that are out of use. Locks them in the
 * order of seats, as every transaction does.
 */
export async function dropStrandedHolds(sql: Sql, now: Instant): ReturnType<Catalogue['dropStrandedHolds']> {
  const rows = await sql.rows<FreeSeatRow>`
    with stranded as materialized (
      select seat_locks.schedule_id, seat_locks.seat_id
      from seat_locks join schedules on schedules.id = seat_locks.schedule_id
        join bus_seats on bus_seats.id = seat_locks.seat_id
      where bus_seats.bus_id <> schedules.bus_id or not bus_seats.is_active
      order by seat_locks.schedule_id, seat_locks.seat_id ${forUpdate(sql, 'seat_locks')})
    delete from seat_locks where (schedule_id, seat_id) in (select schedule_id, seat_id from stranded)
    returning schedule_id as trip, (
      select present.seat_number
      from schedules join bus_seats as present on present.bus_id = schedules.bus_id
        join bus_seats as held on held.seat_number = present.seat_number
      where held.id = seat_locks.seat_id and schedules.id = seat_locks.schedule_id
        and present.in_map and present.is_active and not exists (
        select 1 from seat_locks as other
        where other.schedule_id = schedules.id and other.seat_id = present.id and other.expires_at > ${now}
      ) and not exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = schedules.id and sold.seat_id = present.id and ${stillSold(now)})) as free_seat`;
  return byTrip(rows).filter(({ seats }) => seats.length > 0);
}
