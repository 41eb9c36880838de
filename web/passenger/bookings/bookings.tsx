import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { BookingState } from './booking-state.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { placeName } from '../../words/places.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import './booking.css';

type Booking = Schemas['Booking'];

const isAhead = ({ booking_status: status, trip }: Booking): boolean =>
  ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN'].includes(status) && Date.parse(trip.arrival_time) > Date.now();

const Line = ({ booking: { id, trip, ...booking } }: { readonly booking: Booking }) => (
  <li class="card booking-line">
    <div>
      <h2>
        <Link page={`/bookings/${id}`}>
          {w.value.bookings.route(placeName(trip.source_city), placeName(trip.destination_city))}
        </Link>
      </h2>
      <p>
        {bothCalendars(dayOf(trip.departure_time))}, <span class="number">{timeOf(trip.departure_time)}</span>
      </p>
      <p class="faint">
        {booking.booking_code} · {trip.company_name} · <span class="number">{money(booking.total_amount)}</span>
      </p>
    </div>
    <BookingState status={booking.booking_status} />
  </li>
);

/** The user's bookings, upcoming trips first. */
export function Bookings() {
  const asked = useAsked(
    async (signal) => (session.user.value ? await api.get('/api/bookings', { signal }) : []),
    [session.user.value?.id],
  );
  const words = w.value.bookings;
  if (!session.user.value)
    return (
      <div class="narrow">
        <PageTitle>{words.title}</PageTitle>
        <p>{words.signInFirst}</p>
        <SignInHere onSignedIn={() => undefined} />
        <ElsewhereBooked />
      </div>
    );
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <Asked of={asked} skeleton={<Skeleton tall />}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={words.none}>
              <Link page="/" class="button main">
                {words.findBus}
              </Link>
            </Empty>
          ) : (
            <ul class="plain-list" aria-label={words.list}>
              {[...all.filter(isAhead).reverse(), ...all.filter((one) => !isAhead(one))].map((booking) => (
                <Line key={booking.id} booking={booking} />
              ))}
            </ul>
          )
        }
      </Asked>
      <ElsewhereBooked />
    </>
  );
}

/** The way to bookings that belong to no account, such as those of a counter. */
const ElsewhereBooked = () => (
  <p class="form-end">
    <Link page="/find-booking">{w.value.account.findBooking}</Link>
  </p>
);
