import type { RepeatedNotice, RoadAuditReader } from '../../../core/audit/road.ts';
import { TICKETED_STATUSES } from '../../../core/bookings/booking.ts';
import type { BookingId, PlaceId, TripId } from '../../../core/kernel/ids.ts';
import { FEED_LEASE } from '../../../core/road/gtfs/make-feed.ts';
import { type Sql, list } from '../engine/sql.ts';

/** Reads facts about buses and places. Whole tables are read, except the points of buses. */
export const auditedRoad = (sql: Sql): RoadAuditReader => ({
  oldPoints: (before) => sql.rows<{ tripId: TripId; count: number }>`
    select schedule_id as "tripId", count(*) as count from bus_points where at < ${before}
    group by schedule_id order by schedule_id`,

  repeatedNotices: () => sql.rows<RepeatedNotice>`
    select later.booking_id as "bookingId", later.number, later.threshold,
      later.expected_at as "expectedAt", late_notices.planned_at as "plannedBefore",
      late_notices.expected_at as "toldBefore"
    from late_notices join late_notices later
      on later.booking_id = late_notices.booking_id and later.number = late_notices.number + 1
    order by later.booking_id, later.number`,

  async endedLinks(before) {
    const rows = await sql.rows<{ id: BookingId }>`
      select bookings.id from live_links
      join bookings on bookings.id = live_links.booking_id
      join schedules on schedules.id = bookings.schedule_id
      where bookings.booking_status not in ${list(TICKETED_STATUSES)} or schedules.arrival_time < ${before}
      order by bookings.id`;
    return rows.map(({ id }) => id);
  },

  async photos() {
    const rows = await sql.rows<{ id: PlaceId; photo: string | null; photo_small: string | null }>`
      select id, photo, photo_small from places where photo is not null or photo_small is not null order by id`;
    return rows.flatMap(({ id, photo, photo_small: small }) =>
      [photo, small].flatMap((fileName) => (fileName === null ? [] : [{ placeId: id, fileName }])),
    );
  },

  async isFeedWritten(now) {
    return (
      (await sql.one`select 1 as found from leases where name = ${FEED_LEASE} and expires_at > ${now}`) !== undefined
    );
  },
});
