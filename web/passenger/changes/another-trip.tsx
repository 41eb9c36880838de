import type { Answer, Schemas } from '../../api/operations.ts';
import { DayAndTrip } from '../../parts/changing/day-and-trip.tsx';
import { rideOf, stopsInQuery } from '../parts/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { ChangeProps } from './change-props.ts';
import { MoveToTrip } from './move-to-trip.tsx';

/** A trip with its free seats in the field `left`, which `DayAndTrip` expects. */
type Trip = Schemas['Trip'] & { readonly left: number };

/** Moves a booking to another trip of the same company between the same cities. */
export const AnotherTrip = ({ booking, onChanged }: ChangeProps) => (
  <DayAndTrip<Trip>
    departs={booking.trip.departure_time}
    count={booking.seats_count}
    words={{ ...w.value.changing, left: w.value.trips.left }}
    tripsOf={(day, signal) => tripsFor(booking, day, signal)}
    seatsOf={seatsOf}
  >
    {(destination) => <MoveToTrip {...destination} booking={booking} onChanged={onChanged} />}
  </DayAndTrip>
);

/**
 * The trips that the booking could move to. Leaves out other companies' trips, because a booking cannot change its
 * company.
 */
async function tripsFor({ trip, schedule_id: present }: ChangeProps['booking'], date: string, signal: AbortSignal) {
  const query = { origin: trip.source_city, destination: trip.destination_city, date };
  const trips: Schemas['Trip'][] = [];
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

const seatsOf = (trip: Trip, signal: AbortSignal) =>
  api.get('/api/trips/{id}/seats', { path: { id: trip.id }, query: stopsInQuery(rideOf(trip).stops), signal });
