import { useLocation, useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PassWarning } from '../line/pass-warning.tsx';
import { SaleOpens } from '../line/sale-opens.tsx';
import { CountedTrip } from './counted-trip.tsx';
import { MappedTrip } from './mapped-trip.tsx';
import { rideAt, stopsInQuery } from '../parts/ride.ts';
import { seenTrip } from './seen-trips.ts';
import { TripHead, onTicket } from './trip-head.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

interface Found {
  readonly trip: Schemas['TripDetail'];
  readonly seats: Schemas['SeatMap'];
}

/** The page of a trip, on which the user chooses seats. */
export function Trip() {
  const ride = rideAt(useRoute().params['id'], useLocation().query);
  const [path, query] = [{ id: ride.trip }, stopsInQuery(ride.stops)];
  const asked = useAsked(
    async (signal): Promise<Found> => {
      const [trip, seats] = await Promise.all([
        api.get('/api/trips/{id}', { path, query, signal }),
        api.get('/api/trips/{id}/seats', { path, query, signal }),
      ]);
      return { trip, seats };
    },
    [ride.key],
  );
  return (
    <Asked of={asked} isPage skeleton={<Waiting seen={seenTrip(ride.key)} />}>
      {({ trip, seats }) => (
        <>
          <BackToResults trip={trip} />
          {trip.sale_opens_at !== null && (
            <p>
              <SaleOpens trip={trip} />
            </p>
          )}
          <PassWarning />
          {seats.has_seat_map ? (
            // A new key clears the choice when the bus changes, because the other bus has another seat map.
            <MappedTrip key={`${ride.key}-${trip.bus.id}`} trip={trip} map={seats} reread={asked.again} />
          ) : (
            <CountedTrip key={ride.key} trip={trip} seats={seats} reread={asked.again} />
          )}
        </>
      )}
    </Asked>
  );
}

type Listed = Pick<Schemas['Trip'], 'source_city' | 'destination_city' | 'departure_time'>;

const BackToResults = ({ trip }: { readonly trip: Listed }) => (
  <Link page={resultsWith(trip)} class="back">
    {w.value.buying.allBuses}
  </Link>
);

/** Shows the trip with data from the search results, until the seats are loaded. */
const Waiting = ({ seen }: { readonly seen: Schemas['Trip'] | undefined }) => (
  <>
    {seen ? (
      <>
        <BackToResults trip={seen} />
        <TripHead trip={onTicket(seen)} stars={seen.rating_avg} />
      </>
    ) : (
      <PageTitle>{w.value.buying.chooseSeats}</PageTitle>
    )}
    <Skeleton tall lines={3} />
  </>
);

/**
 * The address of the search results that include this trip. Built here, because `tripsPage` would also load the code of
 * the filters.
 */
const resultsWith = ({ source_city: origin, destination_city: destination, departure_time: leaves }: Listed) =>
  `/trips?${new URLSearchParams({ origin, destination, date: dayOf(leaves) })}`;
