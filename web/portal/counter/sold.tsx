import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { w } from '../words.ts';
import { TicketButtons } from '../tickets/ticket-buttons.tsx';

/** The finished sale: the code in large letters for reading aloud, and the ticket for printing. */
export function Sold({ booking }: { readonly booking: Schemas['OfficeBooking'] }) {
  const words = w.value.counter;
  const seats = booking.seats.map(({ seat_number }) => seat_number).join(', ');
  return (
    <section class="sold-card" role="status" aria-label={words.code}>
      <p>{words.sold(seats || w.value.trip.places(booking.seats_count), booking.contact.name)}</p>
      <p>
        {words.code}: <span class="code">{booking.booking_code}</span>
      </p>
      <div class="row">
        <TicketButtons booking={booking} />
        <Link page={`/portal/bookings/${booking.id}`}>{words.booking}</Link>
      </div>
    </section>
  );
}
