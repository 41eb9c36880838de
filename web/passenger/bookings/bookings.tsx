import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { fetchAhead } from '../../parts/lazy-page.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { digits } from '../../words/digits.ts';
import { session } from '../session.ts';
import { KeptTickets, Lines, byDeparture } from './kept-list.tsx';
import { readBookings } from './kept-tickets.ts';
import { Waiting } from './waiting.tsx';
import { w } from '../words.ts';
import './booking.css';

type Booking = Schemas['Booking'];

const isAhead = ({ booking_status: status, trip }: Booking): boolean =>
  ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN'].includes(status) && Date.parse(trip.arrival_time) > Date.now();

/**
 * Shows the next journey first. Past journeys and changed bookings follow in collapsed lists, the latest first. A list
 * is open if no other comes before it.
 */
function Journeys({ all }: { readonly all: readonly Booking[] }) {
  const words = w.value.bookings;
  const next = all.filter(isAhead).toSorted(byDeparture);
  const ended = all.filter((one) => !isAhead(one)).toSorted((a, b) => byDeparture(b, a));
  const [past, changed] = [ended.filter((one) => !one.changed_to), ended.filter((one) => one.changed_to)];
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
          <Lines name={words.pastList} bookings={past} haveAgain />
        </details>
      )}
      {changed.length > 0 && (
        <details class="past-journeys" open={next.length + past.length === 0}>
          <summary>
            <h2>{words.changedBookings(digits(changed.length))}</h2>
          </summary>
          <Lines name={words.changedList} bookings={changed} />
        </details>
      )}
    </>
  );
}

/** The page of the user's bookings: the next journeys, and past journeys. */
export function Bookings() {
  const asked = useAsked(
    async (signal) => {
      if (!session.user.value) return { bookings: [], areKept: false };
      const found = await readBookings(signal);
      void fetchAhead('booking');
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
      <Waiting />
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

/** A link to the search for bookings that belong to no account, such as those sold at a counter. */
const ElsewhereBooked = () => (
  <p class="form-end">
    <Link page="/find-booking">{w.value.account.findBooking}</Link>
  </p>
);
