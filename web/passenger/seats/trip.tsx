import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { CountedTrip } from './counted-trip.tsx';
import { MappedTrip } from './mapped-trip.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

interface Found {
  readonly trip: Schemas['TripDetail'];
  readonly seats: Schemas['SeatMap'];
}

/** A trip, and the choice of seats. */
export function Trip() {
  const id = Number(useRoute().params['id']);
  const path = { id };
  const asked = useAsked(
    async (signal): Promise<Found> => {
      const [trip, seats] = await Promise.all([
        api.get('/api/trips/{id}', { path, signal }),
        api.get('/api/trips/{id}/seats', { path, signal }),
      ]);
      return { trip, seats };
    },
    [id],
  );
  return (
    <Asked
      of={asked}
      isPage
      skeleton={
        <>
          <PageTitle>{w.value.buying.chooseSeats}</PageTitle>
          <Skeleton tall lines={3} />
        </>
      }
    >
      {({ trip, seats }) => (
        <>
          <Link page={resultsWith(trip)} class="back">
            {w.value.buying.allBuses}
          </Link>
          {seats.has_seat_map ? (
            // Another bus has another seat map, so the choice starts over.
            <MappedTrip key={`${trip.id}-${trip.bus.id}`} trip={trip} map={seats} reread={asked.again} />
          ) : (
            <CountedTrip key={trip.id} trip={trip} seats={seats} reread={asked.again} />
          )}
        </>
      )}
    </Asked>
  );
}

/** The results that list this trip. Built here, because `tripsPage` would load the code of the filters, too. */
const resultsWith = ({ source_city: origin, destination_city: destination, departure_time: leaves }: Found['trip']) =>
  `/trips?${new URLSearchParams({ origin, destination, date: dayOf(leaves) })}`;
