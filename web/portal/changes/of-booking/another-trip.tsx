import { useSignal } from '@preact/signals';
import { Asked, useAsked } from '../../../parts/asked.tsx';
import { TripChoice } from '../../../parts/changing/trip-choice.tsx';
import { DayField } from '../../../parts/day-field.tsx';
import { dayAfter, dayOf, today } from '../../../parts/moment.ts';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import type { ChangeProps } from './change-props.ts';
import { MoveToTrip } from './move-to-trip.tsx';
import { type ChangeTrip, tripsFor } from './road.ts';

/** Moves a booking to another trip of the company on the same road. */
export function AnotherTrip({ booking, onChanged }: ChangeProps) {
  const leaves = dayOf(booking.trip.departure_time);
  const day = useSignal(dayAfter(leaves < today() ? today() : leaves, 1));
  return (
    <div>
      <DayField label={w.value.changing.day} min={today()} value={day.value} onValue={(value) => (day.value = value)} />
      {day.value !== '' && <TripsOf key={day.value} day={day.value} booking={booking} onChanged={onChanged} />}
    </div>
  );
}

function TripsOf({ day, booking, onChanged }: ChangeProps & { readonly day: string }) {
  const words = w.value.changing;
  const found = useAsked((signal) => tripsFor(booking, day, signal), [day]);
  const chosen = useSignal<ChangeTrip | undefined>(undefined);
  return (
    <Asked of={found}>
      {(trips) => (
        <>
          <TripChoice
            trips={trips}
            count={booking.seats_count}
            chosen={chosen.value?.id}
            onChosen={(trip) => (chosen.value = trip)}
            words={words}
          />
          {chosen.value && <Chosen key={chosen.value.id} trip={chosen.value} booking={booking} onChanged={onChanged} />}
        </>
      )}
    </Asked>
  );
}

function Chosen({ trip, booking, onChanged }: ChangeProps & { readonly trip: ChangeTrip }) {
  const seats = useAsked(
    (signal) => api.get('/api/trips/{id}/seats', { path: { id: trip.id }, query: trip.stops, signal }),
    [trip.id],
  );
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
