import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, timeOf, today } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { device, isOnline } from './device.ts';
import type { CrewTrip } from './kept.ts';
import { tripsOfToday } from './manifests.ts';
import { Connection } from './connection.tsx';
import { Stranded } from './stranded.tsx';
import { w } from '../words.ts';

/** Today's trips. */
export function Trips() {
  const words = w.value.trips;
  const trips = useAsked(tripsOfToday, [device.value?.token, isOnline.value]);
  return (
    <>
      <PageTitle small={`${bothCalendars(today())} · ${device.value?.companyName ?? ''}`}>{words.title}</PageTitle>
      <Connection />
      <Stranded />
      <Asked of={trips}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneText}</p>
            </Empty>
          ) : (
            <>
              {!isOnline.value && <p class="faint">{words.keptFrom}</p>}
              <ul class="plain-list" aria-label={words.list}>
                {found.map((trip) => (
                  <Trip key={trip.id} trip={trip} />
                ))}
              </ul>
            </>
          )
        }
      </Asked>
    </>
  );
}

function Trip({ trip }: { readonly trip: CrewTrip }) {
  const { trips: words, trip: tripWords } = w.value;
  const departed = trip.departed_at;
  return (
    <li>
      <Link page={`/conductor/trips/${trip.id}`} class="card trip-card">
        <span class="trip-time number">{timeOf(trip.departure_time)}</span>
        <span class="trip-way">{tripWords.title(placeName(trip.source_city), placeName(trip.destination_city))}</span>
        <span class="faint">
          {trip.bus_name} · {trip.registration_no}
        </span>
        <span class="number">{words.boarded(digits(trip.boarded), digits(trip.sold))}</span>
        {trip.status === 'CANCELLED' && <span class="badge bad">{words.cancelled}</span>}
        {departed !== null && <span class="badge">{words.departed(timeOf(departed))}</span>}
      </Link>
    </li>
  );
}
