import type { BoughtSeats, DoorLimitsReader, ShareOnRecord } from '../../../core/audit/door-limits.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { isTaken, knexDoorSeats } from '../seats/door-seats.ts';
import { placesOffered } from '../trips/seat-rows.ts';

/** Condition on a row of schedules: its door is not CLEAR. */
const AT_DOOR = fragment`exists (
  select 1 from doors where doors.opens_at = schedules.sale_opens_at and doors.cleared_at is null)`;

/** Condition: the activity log has no entry of these kinds about a subject. */
const unlogged = (subjectType: string, subject: string, kinds: string): Fragment => fragment`not exists (
  select 1 from activity_log where activity_log.subject_type = ${subjectType}
    and activity_log.subject_id = ${raw(subject)} and activity_log.kind in ${raw(kinds)})`;

/** Reads the seats that the limits of doors are about. */
export const auditedDoorLimits = (sql: Sql): DoorLimitsReader => ({
  async boughtAtDoors(at) {
    // A retimed trip may bring seats of another day onto a day.
    const counts = fragment`schedules.status = 'ACTIVE' and ${AT_DOOR}
      and ${unlogged('schedule', 'schedules.id', `('TRIP_RETIMED')`)}`;
    const replaces = raw('(select old_booking_id from booking_changes where booking_changes.booking_id = bookings.id)');
    const rows = await sql.rows<Omit<BoughtSeats, 'isPhone'> & { readonly channel: string }>`
      select cast(case when bookings.channel = 'ONLINE' then cast(bookings.user_id as text)
          else coalesce(bookings.contact_mobile, bookings.contact_phone) end as text) as buyer,
        bookings.channel as channel, schedules.departure_time as "departsAt", bookings.seats_count as seats,
        bookings.id as booking, ${replaces} as replaces
      from bookings join schedules on schedules.id = bookings.schedule_id
      where bookings.channel in ('ONLINE', 'COUNTER') and ${isTaken(at)} and ${counts}
      union all
      select cast(seat_locks.locked_by as text), 'ONLINE', schedules.departure_time, count(distinct seat_id), null, null
      from seat_locks join schedules on schedules.id = seat_locks.schedule_id
      where expires_at > ${at} and locked_by > 0 and ${counts} group by schedules.id, seat_locks.locked_by
      union all
      select cast(waits.user_id as text), 'ONLINE', schedules.departure_time, waits.seats, null, null
      from waits join schedules on schedules.id = waits.schedule_id
      where ${placesOffered(at)} and ${counts}
      order by 1, 5`;
    return rows.map(({ channel, ...bought }) => ({ ...bought, isPhone: channel === 'COUNTER' }));
  },

  async sharesAtDoors(at) {
    const trips = await sql.rows<{ id: TripId }>`
      select schedules.id as id from schedules
      where schedules.status = 'ACTIVE' and ${AT_DOOR}
        and ${unlogged('schedule', 'schedules.id', `('BUS_SWAPPED')`)}
        and ${unlogged('bus', 'schedules.bus_id', `('SEAT_MAP_CHANGED', 'BUS_CHANGED')`)}
      order by schedules.id`;
    const shares: ShareOnRecord[] = [];
    for (const { id } of trips) shares.push({ tripId: id, ...(await knexDoorSeats(sql).share(id, at)) });
    return shares;
  },
});
