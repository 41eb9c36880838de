import { useSignal } from '@preact/signals';
import type { Answer, Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { TripChoice } from '../../parts/changing/trip-choice.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { dayAfter, dayOf, today } from '../../parts/moment.ts';
import { rideOf, stopsInQuery } from '../seats/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { ChangeProps } from './change-props.ts';
import { MoveToTrip } from './move-to-trip.tsx';

type Trip = Schemas['Trip'];

/** Moves a booking to another trip of the same company on the same road. */
export function AnotherTrip({ booking, onChanged }: ChangeProps) {
  const words = w.value.changing;
  const leaves = dayOf(booking.trip.departure_time);
  const day = useSignal(dayAfter(leaves < today() ? today() : leaves, 1));
  return (
    <div>
      <DayField label={words.day} min={today()} value={day.value} onValue={(value) => (day.value = value)} />
      {day.value !== '' && <TripsOf key={day.value} day={day.value} booking={booking} onChanged={onChanged} />}
    </div>
  );
}

/** The trips that the booking could move to. Other companies' trips are other bookings. */
async function tripsFor({ trip, schedule_id: present }: ChangeProps['booking'], date: string, signal: AbortSignal) {
  const query = { origin: trip.source_city, destination: trip.destination_city, date };
  const trips: Trip[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: Answer<'get', '/api/trips'> = await api.get('/api/trips', { query: { ...query, after }, signal });
    trips.push(...page.results);
    after = page.next;
  }
  return trips
    .filter(({ id, operator }) => id !== present && operator.company_name === trip.company_name)
    .map((found) => ({ ...found, left: found.seats_left }));
}

function TripsOf({ day, booking, onChanged }: ChangeProps & { readonly day: string }) {
  const words = w.value.changing;
  const found = useAsked((signal) => tripsFor(booking, day, signal), [day]);
  const chosen = useSignal<Trip | undefined>(undefined);
  return (
    <Asked of={found}>
      {(trips) => (
        <>
          <TripChoice
            trips={trips}
            count={booking.seats_count}
            chosen={chosen.value?.id}
            onChosen={(trip) => (chosen.value = trip)}
            words={{ ...words, left: w.value.trips.left }}
          />
          {chosen.value && <Chosen key={chosen.value.id} trip={chosen.value} booking={booking} onChanged={onChanged} />}
        </>
      )}
    </Asked>
  );
}

function Chosen({ trip, booking, onChanged }: ChangeProps & { readonly trip: Trip }) {
  const [path, query] = [{ id: trip.id }, stopsInQuery(rideOf(trip).stops)];
  const seats = useAsked((signal) => api.get('/api/trips/{id}/seats', { path, query, signal }), [trip.id]);
  return (
    <Asked of={seats}>
      {(map) => (
        <MoveToTrip
          trip={trip}
          map={map.has_seat_map ? map : undefined}
          booking={booking}
          onChanged={onChanged}
          reread={seats.again}
        />
      )}
    </Asked>
  );
}
