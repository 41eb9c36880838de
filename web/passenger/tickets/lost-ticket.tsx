import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Problem } from '../../api/problem.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { keptBookings } from '../bookings/kept-tickets.ts';
import { Lines, byDeparture } from '../bookings/kept-list.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { keptByLink } from './tickets-by-link.ts';

/**
 * The page of a short link, such as `/t/abc…`, that leads to no ticket. A link to a ticket redirects to the ticket.
 * Without a network no link can be followed, so the page opens what this browser keeps.
 */
export function LostTicket() {
  // Any answer tells that there is a network: then the service itself has said that the link is unknown.
  const isOffline = useAsked(
    (signal) =>
      api.get('/api/payment-methods', { signal }).then(
        () => false,
        (error: unknown) => error instanceof Problem && error.code === 'OFFLINE',
      ),
    [],
  );
  return <Asked of={isOffline}>{(offline) => (offline ? <KeptInstead /> : <Unknown />)}</Asked>;
}

const Unknown = () => (
  <>
    <PageTitle>{w.value.account.lostTicket}</PageTitle>
    <p>{w.value.account.lostTicketText}</p>
    <p>
      <Link page="/find-booking" class="button main">
        {w.value.account.findBooking}
      </Link>
    </p>
  </>
);

/** The tickets kept in this browser. A single ticket is opened at once, because the link can only mean that one. */
function KeptInstead() {
  const words = w.value.bookings;
  const { route: go } = useLocation();
  const own = keptBookings().toSorted(byDeparture);
  const byLink = keptByLink().filter(
    ({ status }) => !own.some(({ booking_code: code }) => code === status.booking_code),
  );
  const pages = [
    ...own.map(({ id }) => `/bookings/${id}`),
    ...byLink.map(({ token }) => `/ticket?token=${encodeURIComponent(token)}`),
  ];
  const only = pages.length === 1 ? pages[0] : undefined;
  useEffect(() => {
    if (only !== undefined) go(to(only), true);
  }, [only]);
  return (
    <>
      <PageTitle>{words.kept}</PageTitle>
      <p role="status">{pages.length === 0 ? words.noneKept : words.keptOnly}</p>
      {own.length > 0 && <Lines name={words.kept} bookings={own} />}
      {byLink.length > 0 && (
        <ul class="plain-list" role="list" aria-label={words.keptOfLinks}>
          {byLink.map(({ token, status }) => (
            <li key={token} class="card">
              <h2>
                <Link page={`/ticket?token=${encodeURIComponent(token)}`}>
                  {words.route(placeName(status.source_city), placeName(status.destination_city))}
                </Link>
              </h2>
              <p>
                {timeOf(status.departure_time)}, {bothCalendars(dayOf(status.departure_time))} · {status.booking_code}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
