import { useSignal } from '@preact/signals';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, gregorian, timeOf, today } from '../../parts/moment.ts';
import { useIsOnline } from '../../parts/online.ts';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { device, isOnline } from './device.ts';
import type { CrewTrip } from './kept.ts';
import { scans } from './log.ts';
import { keepAhead, keptTrips } from './keep-ahead.ts';
import { crewTrips } from './manifests.ts';
import { withBoarded } from './passengers.ts';
import { readManifests } from './store.ts';
import { Connection } from './connection.tsx';
import { Stranded } from './stranded.tsx';
import { withDeparture } from './stops.ts';
import { taps } from './tap-log.ts';
import { byTime } from './trip-times.ts';
import { w } from '../words.ts';

/** The crew's trips. Without a network, the phone counts from the stored manifests and its own scans. */
async function tripsAsKnown(abort: AbortSignal): Promise<readonly CrewTrip[]> {
  const trips = await crewTrips(abort);
  void keepAhead(trips);
  if (isOnline.peek()) return trips;
  const manifests = await readManifests();
  const keptOf = (id: number) => manifests.find(({ manifest }) => manifest.trip.id === id);
  return trips.map((trip) => withBoarded(trip, keptOf(trip.id), scans.peek()));
}

/** The page of trips: first the next trips to board, then later trips. Departed trips are in a collapsed list. */
export function Trips() {
  const words = w.value.trips;
  const hasNetwork = useIsOnline().value;
  const trips = useAsked(tripsAsKnown, [device.value?.token, isOnline.value, hasNetwork]);
  return (
    <>
      <PageTitle small={`${bothCalendars(today())} · ${device.value?.companyName ?? ''}`}>{words.title}</PageTitle>
      <Connection />
      <Stranded />
      <Asked of={trips}>
        {(found) => {
          const departures = found.map((trip) => withDeparture(trip, taps.value));
          const { next, later, earlier } = byTime(departures, scans.value, Date.now());
          return (
            <>
              {!isOnline.value && found.length > 0 && <p class="faint">{words.keptFrom}</p>}
              {next.length > 0 ? (
                <TripList label={words.next} trips={next} />
              ) : (
                <Empty title={words.none}>
                  <p>{words.noneText}</p>
                </Empty>
              )}
              {later.length > 0 && (
                <>
                  <h2>{words.later}</h2>
                  <TripList label={words.later} trips={later} />
                </>
              )}
              {earlier.length > 0 && <Earlier trips={earlier} />}
            </>
          );
        }}
      </Asked>
    </>
  );
}

function Earlier({ trips }: { readonly trips: readonly CrewTrip[] }) {
  const words = w.value.trips;
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="wide quiet"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {words.earlier} ({digits(trips.length)})
      </button>
      {isOpen.value && <TripList label={words.earlier} trips={trips} />}
    </>
  );
}

const TripList = ({ label, trips }: { readonly label: string; readonly trips: readonly CrewTrip[] }) => (
  <ul class="plain-list" aria-label={label}>
    {trips.map((trip) => (
      <Trip key={trip.id} trip={trip} />
    ))}
  </ul>
);

function Trip({ trip }: { readonly trip: CrewTrip }) {
  const { trips: words, trip: tripWords } = w.value;
  const departed = trip.departed_at;
  return (
    <li>
      <Link page={`/conductor/trips/${trip.id}`} class="card trip-card">
        <span class="trip-time number">{timeOf(trip.departure_time)}</span>
        {dayOf(trip.departure_time) !== today() && (
          <span class="trip-day">{gregorian(dayOf(trip.departure_time))}</span>
        )}
        <span class="trip-way">{tripWords.title(placeName(trip.source_city), placeName(trip.destination_city))}</span>
        <span class="faint trip-bus">
          {trip.bus_name} · <span class="trip-number">{trip.registration_no}</span>
        </span>
        <span class="number trip-bus">
          {trip.sold === 0 ? words.nobody : words.boarded(digits(trip.boarded), digits(trip.sold))}
        </span>
        {keptTrips.value.has(trip.id) && (
          <span class="faint trip-bus">
            <span aria-hidden="true">✓ </span>
            {words.onPhone}
          </span>
        )}
        {trip.status === 'CANCELLED' && <span class="badge bad">{words.cancelled}</span>}
        {departed !== null && <span class="badge">{words.departed(timeOf(departed))}</span>}
      </Link>
    </li>
  );
}
