import type { BookingId, NoticeId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Delivery, Notice, Notices, NoticeViews } from '../../../core/platform/notices.ts';
import { type Fragment, type Sql, fragment, raw, tuples } from '../engine/sql.ts';
import { behind, where } from '../engine/keyset.ts';

interface Row {
  readonly booking_id: BookingId;
  readonly mail: Delivery | null;
  readonly sms: Delivery | null;
}

const toNotice = (row: Row): Notice => ({ bookingId: row.booking_id, mail: row.mail, sms: row.sms });

const waiting = (isQueued: boolean): Delivery | null => (isQueued ? 'WAITING' : null);

/** Stores the notices of trips in `trip_notices`. */
export const knexNotices = (sql: Sql): Notices => ({
  async replace(trip, notices) {
    sql.post`delete from trip_notices where schedule_id = ${trip}`;
    if (notices.length === 0) return [];
    const added = await sql.rows<{ readonly id: NoticeId; readonly booking_id: BookingId }>`
      insert into trip_notices (schedule_id, booking_id, mail, sms)
      values ${tuples(notices.map(({ bookingId, byMail, bySms }) => [trip, bookingId, waiting(byMail), waiting(bySms)]))}
      returning id, booking_id`;
    const ids = new Map(added.map((row) => [row.booking_id, row.id]));
    return notices.map(({ bookingId }) => {
      const id = ids.get(bookingId);
      if (id === undefined) throw new Error(`The notice about booking ${bookingId} was not added.`);
      return id;
    });
  },
});

/**
 * Writes the state of a queued message to the notice that it delivers, if `condition` holds. Does nothing for a message
 * that delivers no notice, or the notice of an earlier change.
 */
export function writeDelivery(
  sql: Sql,
  notice: NoticeId | undefined,
  { by, state }: { readonly by: 'mail' | 'sms'; readonly state: Delivery | null },
  condition: Fragment,
): void {
  if (notice === undefined) return;
  sql.post`update trip_notices set ${raw(by)} = ${state} where id = ${notice} and ${condition}`;
}

/** Bookings that still concern the trip. A cancelled trip concerns the bookings that ended with it. */
const CONCERNED = raw(`(schedules.status = 'CANCELLED'
  or bookings.booking_status in ('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED'))`);

export const knexNoticeViews = (read: Sql): NoticeViews => ({
  async list(trip, page) {
    const rows = await read.rows<Row>`
      select notice.booking_id, notice.mail, notice.sms
      from trip_notices notice join bookings on bookings.id = notice.booking_id
        join schedules on schedules.id = notice.schedule_id
      ${where([fragment`notice.schedule_id = ${trip}`, CONCERNED, ...behind(raw('notice.booking_id'), page.after, 'asc')])}
      order by notice.booking_id limit ${page.limit + 1}`;
    return listingOf(rows.map(toNotice), page, ({ bookingId }) => [bookingId]);
  },
});
