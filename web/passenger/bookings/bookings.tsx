import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { fetchAhead } from '../../parts/lazy-page.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { BookingState } from './booking-state.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { session } from '../session.ts';
import { readBookings } from './kept-tickets.ts';
import { w } from '../words.ts';
import './booking.css';

type Booking = Schemas['Booking'];

const isAhead = ({ booking_status: status, trip }: Booking): boolean =>
  ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN'].includes(status) && Date.parse(trip.arrival_time) > Date.now();

const Line = ({ booking: { id, trip, ...booking } }: { readonly booking: Booking }) => (
  <li class="card booking-line">
    <div>
      <h3>
        <Link page={`/bookings/${id}`}>
          {w.value.bookings.route(placeName(trip.source_city), placeName(trip.destination_city))}
        </Link>
      </h3>
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

const byDeparture = (a: Booking, b: Booking): number => a.trip.departure_time.localeCompare(b.trip.departure_time);

/** The next journey first. Past ones are folded, the latest first, unless there are no others. */
function Journeys({ all }: { readonly all: readonly Booking[] }) {
  const words = w.value.bookings;
  const next = all.filter(isAhead).toSorted(byDeparture);
  const past = all.filter((one) => !isAhead(one)).toSorted((a, b) => byDeparture(b, a));
  return (
    <>
      {next.length > 0 && (
        <section>
          <h2>{words.next}</h2>
          <Lines name={words.nextList} bookings={next} />
        </section>
      )}
      {past.length > 0 && (
        <details class="past-journeys" open={next.length === 0}>
          <summary>
            <h2>{words.past(digits(past.length))}</h2>
          </summary>
          <Lines name={words.pastList} bookings={past} />
        </details>
      )}
    </>
  );
}

/** Tickets kept in this browser, the next journey first. */
function KeptTickets({ all }: { readonly all: readonly Booking[] }) {
  const words = w.value.bookings;
  return (
    <section>
      <p role="status">{words.keptOnly}</p>
      <h2>{words.kept}</h2>
      <Lines name={words.kept} bookings={all.toSorted(byDeparture)} />
    </section>
  );
}

const Lines = ({ name, bookings }: { readonly name: string; readonly bookings: readonly Booking[] }) => (
  // Safari needs the role: it drops the semantics of lists without bullets.
  <ul class="plain-list" role="list" aria-label={name}>
    {bookings.map((booking) => (
      <Line key={booking.id} booking={booking} />
    ))}
  </ul>
);

/** The user's bookings: the next journeys, and those that are over. */
export function Bookings() {
  const asked = useAsked(
    async (signal) => {
      if (!session.user.value) return { bookings: [], areKept: false };
      const found = await readBookings(signal);
      fetchAhead('booking');
      return found;
    },
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
        {({ bookings: all, areKept }) =>
          all.length === 0 ? (
            <Empty title={words.none}>
              <Link page="/" class="button main">
                {words.findBus}
              </Link>
            </Empty>
          ) : areKept ? (
            <KeptTickets all={all} />
          ) : (
            <Journeys all={all} />
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
