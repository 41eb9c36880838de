import type { BookingId } from '../../../core/kernel/ids.ts';
import type { TicketLinks } from '../../../core/tickets/ports.ts';
import type { Sql } from '../engine/sql.ts';

/**
 * Stores the codes of ticket links in `ticket_links`. The unique index on the booking accepts only one of several codes
 * for it.
 */
export const knexTicketLinks = (sql: Sql): TicketLinks => ({
  async codeOf(bookingId, fresh) {
    await sql.changes`
      insert into ticket_links (code, booking_id) values (${fresh}, ${bookingId}) on conflict (booking_id) do nothing`;
    const row = await sql.one<{ code: string }>`select code from ticket_links where booking_id = ${bookingId}`;
    if (!row) throw new Error(`Booking ${bookingId} has no link.`);
    return row.code;
  },

  async find(code) {
    const row = await sql.one<{ booking_id: BookingId }>`select booking_id from ticket_links where code = ${code}`;
    return row?.booking_id;
  },
});
