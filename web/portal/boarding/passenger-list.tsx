import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { may } from '../session.ts';
import { w } from '../words.ts';

const byNumber = new Intl.Collator('en', { numeric: true });

/** Lists the passengers by seat, and who has boarded. Lists the former passengers of a cancelled trip. */
export function PassengerList({ manifest: { trip, bookings } }: { readonly manifest: Schemas['OfficeManifest'] }) {
  const words = w.value.trip;
  const rows = bookings
    .flatMap((booking) =>
      booking.seats.length > 0
        ? booking.seats.map((seat) => ({
            booking,
            place: seat.seat_number,
            name: seat.name || booking.name,
            isBoarded: seat.boarded_at !== null,
          }))
        : [{ booking, place: `${booking.places} ×`, name: booking.name, isBoarded: booking.boarded_places > 0 }],
    )
    .sort((one, other) => byNumber.compare(one.place, other.place));
  return (
    <>
      <h2>{words.passengers}</h2>
      {rows.length === 0 && <p class="faint">{trip.status === 'CANCELLED' ? words.nobodyHad : words.nobody}</p>}
      <ul class="plain-list passenger-list" aria-label={words.passengers}>
        {rows.map(({ booking, place, name, isBoarded }) => (
          <li key={`${booking.booking_id} ${place}`}>
            <span class="seat-of">{place}</span>
            {may('CLERK') ? <Link page={`/portal/bookings/${booking.booking_id}`}>{name}</Link> : <span>{name}</span>}
            {booking.cancelled && <span class="badge">{w.value.trips.cancelled}</span>}
            {isBoarded && <span class="badge good">✓ {w.value.bookings.boarded}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
