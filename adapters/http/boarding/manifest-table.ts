import type { HashedBooking, Manifest } from '../../../core/boarding/view-manifest.ts';
import type { Row } from '../../../core/kernel/table.ts';
import { isoOrNull } from '../route/fields.ts';

export const MANIFEST_COLUMNS = [
  ...['booking_id', 'booking_code', 'booking_status', 'contact_name', 'phone', 'sold_by', 'ticket_hash', 'places'],
  ...['boarded_places', 'seat_id', 'seat_number', 'name', 'age', 'gender', 'boarding_point', 'dropping_point'],
  ...['boarded_at', 'from_stop', 'to_stop', 'cancelled'],
];

/** The rows of a manifest. Every seat has a row. On a bus without a seat map, every booking has a row. */
export const manifestRows = ({ bookings, ended }: Manifest): readonly Row[] => [
  ...bookings.flatMap((booking) => rowsOf(booking, false)),
  ...ended.flatMap((booking) => rowsOf(booking, true)),
];

function rowsOf(booking: HashedBooking, isCancelled: boolean): readonly Row[] {
  const common = [
    ...[booking.id, booking.code, booking.status, booking.name, booking.phone, booking.soldBy, booking.ticketHash],
    ...[booking.places, booking.boardedPlaces],
  ];
  const section = [booking.section.from, booking.section.to, String(isCancelled)];
  if (booking.seats.length === 0)
    return [[...common, null, null, booking.name, null, null, null, null, null, ...section]];
  return booking.seats.map((seat) => [
    ...[...common, seat.id, seat.seat, seat.name, seat.age, seat.gender, seat.boardingPoint, seat.droppingPoint],
    ...[isoOrNull(seat.boardedAt), ...section],
  ]);
}
