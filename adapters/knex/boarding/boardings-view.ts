import type { BoardingViews, Conflict, IssuedTicket } from '../../../core/boarding/ports.ts';
import type { BookingStatus } from '../../../core/bookings/booking.ts';
import type { ConflictReason } from '../../../core/boarding/scan.ts';
import type { BookingId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, fragment, list, padded, raw } from '../engine/sql.ts';
import { behind, where } from '../engine/keyset.ts';

interface TicketRow {
  readonly id: BookingId;
  readonly booking_code: string;
  readonly booked_at: Instant;
  readonly schedule_id: TripId;
  readonly booking_status: BookingStatus;
}

const TICKET_COLUMNS = raw('id, booking_code, booked_at, schedule_id, booking_status');

const toTicket = (row: TicketRow): IssuedTicket => ({
  id: row.id,
  code: row.booking_code,
  bookedAt: row.booked_at,
  tripId: row.schedule_id,
  status: row.booking_status,
});

interface ConflictRow {
  readonly id: number;
  readonly schedule_id: TripId;
  readonly booking_code: string;
  readonly seats: string;
  readonly reason: ConflictReason;
  readonly scanned_at: Instant | null;
  readonly received_at: Instant;
  readonly nonce: string;
  readonly by_name: string;
  readonly first_at: Instant | null;
  readonly first_name: string | null;
}

const toConflict = (row: ConflictRow): Conflict => ({
  id: row.id,
  tripId: row.schedule_id,
  bookingCode: row.booking_code,
  seats: JSON.parse(row.seats) as readonly SeatNumber[],
  reason: row.reason,
  scannedAt: row.scanned_at ?? row.received_at,
  receivedAt: row.received_at,
  by: row.by_name,
  nonce: row.nonce,
  first: row.first_at === null ? null : { at: row.first_at, by: row.first_name ?? '' },
});

const NEWEST = raw('told.received_at, told.id');

/** The name of the device or the person that sent a scan. */
const nameOf = (scan: 'scan' | 'first_scan') =>
  raw(`coalesce((select name from devices where devices.id = ${scan}.device_id),
    (select full_name from users where users.id = ${scan}.user_id))`);

export const knexBoardingViews = (read: Sql): BoardingViews => ({
  async tickets(operatorId, trips) {
    const rows = await read.rows<TicketRow>`
      select ${TICKET_COLUMNS} from bookings
      where schedule_id in ${list(padded(trips))} and ${raw(read.dialect === 'sqlite' ? '+operator_id' : 'operator_id')} = ${operatorId}`;
    return rows.map(toTicket);
  },

  async byCode(operatorId, codes) {
    const rows = await read.rows<TicketRow>`
      select ${TICKET_COLUMNS} from bookings
      where booking_code in ${list(codes)} and ${raw(read.dialect === 'sqlite' ? '+operator_id' : 'operator_id')} = ${operatorId}`;
    return rows.map(toTicket);
  },

  async conflicts(trip, page) {
    const rows = await read.rows<ConflictRow>`
      select told.id, told.schedule_id, bookings.booking_code, told.seats, told.reason, scan.scanned_at, told.received_at,
        scan.nonce, ${nameOf('scan')} as by_name, told.first_at, ${nameOf('first_scan')} as first_name
      from boarding_conflicts as told join bookings on bookings.id = told.booking_id
        join scans as scan on scan.id = told.scan_id left join scans as first_scan on first_scan.id = told.first_scan_id
      ${where([fragment`told.schedule_id = ${trip}`, ...behind(NEWEST, page.after, 'desc')])}
      order by told.received_at desc, told.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toConflict), page, ({ receivedAt, id }) => [receivedAt, id]);
  },
});
