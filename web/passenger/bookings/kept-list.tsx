import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf, gregorian, timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { keepAgain, searchAgain } from '../again.ts';
import { changeSum } from '../parts/change-sum.ts';
import { BookingState } from './booking-state.tsx';
import { gettingOnOf } from './getting-on.tsx';
import { keptBookings } from './kept-tickets.ts';
import { w } from '../words.ts';
import './booking.css';

type Booking = Schemas['Booking'];

function Line({
  booking: { id, trip, ...booking },
  hasAgain,
}: {
  readonly booking: Booking;
  readonly hasAgain: boolean;
}) {
  const { name, at } = gettingOnOf(booking.getting_on, trip);
  return (
    <li class="card booking-line">
      <div>
        <h3>
          <Link page={`/bookings/${id}`}>
            {w.value.bookings.route(placeName(trip.source_city), placeName(trip.destination_city))}
          </Link>
        </h3>
        <p>
          <strong>
            <span class="number">{timeOf(at)}</span> {placeName(name)}
          </strong>
        </p>
        <p>{bothCalendars(dayOf(at))}</p>
        <p class="faint">
          {booking.booking_code} · {trip.company_name} · <span class="number">{money(booking.total_amount)}</span>
          {!booking.own && ` · ${w.value.bookings.fromCounter}`}
        </p>
        {booking.changed_from && booking.booking_status === 'PENDING_PAYMENT' && (
          <p>{changeSum(booking.changed_from, booking)}</p>
        )}
        {hasAgain && (
          <p class="again">
            <Link page={searchAgain(trip)} class="button" onClick={() => keepAgain({ trip, seats: booking.seats })}>
              {w.value.bookings.again}
              <span class="sr-only">, {gregorian(dayOf(at))}</span>
            </Link>
          </p>
        )}
      </div>
      <BookingState of={booking} />
    </li>
  );
}

export const byDeparture = (a: Booking, b: Booking): number =>
  a.trip.departure_time.localeCompare(b.trip.departure_time);

/** Tickets kept in this browser, the next journey first. */
export function KeptTickets({ all }: { readonly all: readonly Booking[] }) {
  const words = w.value.bookings;
  return (
    <section class="kept">
      <p role="status">{words.keptOnly}</p>
      <h2>{words.kept}</h2>
      <Lines name={words.kept} bookings={all.toSorted(byDeparture)} />
    </section>
  );
}

export const Lines = ({
  name,
  bookings,
  haveAgain = false,
}: {
  readonly name: string;
  readonly bookings: readonly Booking[];
  /** True if each booking has a link that books the same journey once more. */
  readonly haveAgain?: boolean;
}) => (
  // Safari reads a list without bullets as a list only if it has this role.
  <ul class="plain-list" role="list" aria-label={name}>
    {bookings.map((booking) => (
      <Line key={booking.id} booking={booking} hasAgain={haveAgain} />
    ))}
  </ul>
);

/** Lists the tickets that the user can open here without a network. Shows nothing if there are none. */
export function KeptHere() {
  const all = keptBookings();
  return all.length > 0 ? <KeptTickets all={all} /> : null;
}
