import { TICKETED_STATUSES } from '../../../core/bookings/booking.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import type { LiveLinks } from '../../../core/tickets/ports.ts';
import { type Sql, list } from '../engine/sql.ts';

/** Stores the codes of live links in `live_links`. Its unique index on the booking accepts one of several codes. */
export const knexLiveLinks = (sql: Sql): LiveLinks => ({
  async codeOf(bookingId, fresh) {
    await sql.changes`
      insert into live_links (code, booking_id) values (${fresh}, ${bookingId}) on conflict (booking_id) do nothing`;
    const row = await sql.one<{ code: string }>`select code from live_links where booking_id = ${bookingId}`;
    if (!row) throw new Error(`Booking ${bookingId} has no live link.`);
    return row.code;
  },

  async find(code) {
    const row = await sql.one<{ booking_id: BookingId }>`select booking_id from live_links where code = ${code}`;
    return row?.booking_id;
  },

  // Bookings whose trips arrived long ago, and those that lost their tickets while a link was made.
  prune: (before, limit) => sql.changes`
    delete from live_links where booking_id in (
      select live_links.booking_id from live_links
      join bookings on bookings.id = live_links.booking_id
      join schedules on schedules.id = bookings.schedule_id
      where bookings.booking_status not in ${list(TICKETED_STATUSES)} or schedules.arrival_time < ${before}
      limit ${limit})`,

  async end(bookingId) {
    await sql.changes`delete from live_links where booking_id = ${bookingId}`;
  },
});
