import { useEffect } from 'preact/hooks';
import { follow } from '../../api/live.ts';
import type { Schemas } from '../../api/operations.ts';
import { momentHere } from '../../api/service-clock.ts';
import { to } from '../../api/settings.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { keepDraft } from '../draft.ts';
import { TimeLeft } from '../parts/time-left.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import './booking.css';

type Wait = Schemas['Wait'];

/** Milliseconds between two looks at the waits. A tab in the background looks when it is shown again. */
const ASK_EVERY = 30_000;

/** The trips for whose seats the user waits. Shows nothing if there are none, or if they cannot be read. */
export function Waiting() {
  const words = w.value.bookings;
  const { state, again } = useAsked((signal) => api.get('/api/waits', { signal }), []);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void again();
    };
    const timer = setInterval(look, ASK_EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const waits = state.value.is === 'here' ? state.value.value : [];
  const isWaiting = waits.length > 0;
  const user = session.user.value?.id;
  // Offers are heard at once where messages reach this page. The page asks besides, because they may be lost.
  useEffect(() => {
    if (!isWaiting || user === undefined) return;
    const look = (): void => void again();
    return follow([`passengers/${user}/offers`], { onMessage: look, onGap: look, password: session.token });
  }, [isWaiting, user]);
  if (waits.length === 0) return null;
  return (
    <section>
      <h2>{words.waiting}</h2>
      <ul class="plain-list" role="list" aria-label={words.waiting}>
        {waits.map((wait) => (
          <WaitLine key={wait.id} wait={wait} reread={again} />
        ))}
      </ul>
    </section>
  );
}

/** The `key` of the ride of a wait: see `ride.ts`. */
const rideKey = ({ schedule_id: trip, from_stop: from, to_stop: until }: Wait): string =>
  `${trip}?from_stop=${from}&to_stop=${until}`;

function WaitLine({ wait, reread }: { readonly wait: Wait; readonly reread: () => Promise<void> }) {
  const words = w.value.bookings;
  const sending = useSending();
  const { trip, offer } = wait;
  const giveUp = async (): Promise<void> => {
    await api.delete('/api/waits/{id}', { path: { id: wait.id } });
    await reread();
  };
  const book = (): void => {
    if (!offer) return;
    const until = momentHere(offer.expires_at);
    const key = rideKey(wait);
    keepDraft(key, {
      seats: offer.seat_numbers,
      until,
      places: offer.places ?? 1,
      keptFor: wait.for ?? [],
      booking: null,
    });
    location.assign(to(`/book/${key}`));
  };
  return (
    <li class="card">
      <div>
        <h3>
          <Link page={`/trips/${rideKey(wait)}`}>
            {words.route(placeName(trip.source_city), placeName(trip.destination_city))}
          </Link>
        </h3>
        <p>
          <strong class="number">{timeOf(trip.departure_time)}</strong> {bothCalendars(dayOf(trip.departure_time))}
        </p>
        <p class="faint">
          {trip.company_name} · {words.places(wait.seats)}
        </p>
        {wait.for && wait.for.length > 0 && (
          <p class="faint">{words.alsoKept(wait.for.map((kind) => words.keptKinds[kind]).join(', '))}</p>
        )}
        <p role="status">
          {offer ? (
            <strong>{words.offered(offer.seat_numbers.join(', '))}</strong>
          ) : (
            words.inLine(wait.position, digits(wait.position))
          )}
        </p>
        {offer && <TimeLeft until={momentHere(offer.expires_at)} onOver={() => void reread()} />}
        <Refused sentence={sending.sentence} />
      </div>
      <div class="row">
        {offer && (
          <button type="button" class="main" onClick={book}>
            {words.bookThese}
          </button>
        )}
        <button type="button" class="quiet" aria-busy={sending.isBusy.value} onClick={() => void sending.send(giveUp)}>
          {words.giveUp}
        </button>
      </div>
    </li>
  );
}
