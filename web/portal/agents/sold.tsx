import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import { TicketOfAgent } from './ticket.tsx';

/** Shows the finished sale: the booking code in large letters to read aloud, its cost for the agent, and the ticket. */
export function SoldForAgent({
  booking,
  onNext,
}: {
  readonly booking: Schemas['AgentBooking'];
  readonly onNext: () => void;
}) {
  const words = w.value.counter;
  const region = useRef<HTMLElement>(null);
  const seats = booking.seats.map(({ seat_number }) => seat_number).join(', ');
  useEffect(() => region.current?.focus(), [booking.id]);
  return (
    <section ref={region} class="sold-card" aria-label={words.soldTitle} tabIndex={-1}>
      <div role="status" aria-label={words.code}>
        <p>{words.sold(seats || w.value.trip.places(booking.seats_count), booking.contact?.name ?? '')}</p>
        <p>
          {words.code}: <span class="code">{booking.booking_code}</span>
        </p>
        <p class="till-line">
          {w.value.agency.sell.takeAndOwe(money(booking.total_amount), money(booking.net_amount))}
        </p>
      </div>
      <div class="row">
        <TicketOfAgent booking={booking} />
        <button type="button" onClick={onNext}>
          {words.next}
        </button>
        <Link page={`/portal/agency/bookings/${booking.id}`}>{words.booking}</Link>
      </div>
    </section>
  );
}
