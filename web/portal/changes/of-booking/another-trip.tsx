import { DayAndTrip } from '../../../parts/changing/day-and-trip.tsx';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import type { ChangeProps } from './change-props.ts';
import { MoveToTrip } from './move-to-trip.tsx';
import { type ChangeTrip, stopsInQuery, tripsFor } from './road.ts';

/** Moves a booking to another trip of the company between the same cities. */
export const AnotherTrip = ({ booking, onChanged }: ChangeProps) => (
  <DayAndTrip
    departs={booking.trip.departure_time}
    count={booking.seats_count}
    words={w.value.changing}
    tripsOf={(day, signal) => tripsFor(booking, day, signal)}
    seatsOf={seatsOf}
  >
    {(destination) => <MoveToTrip {...destination} booking={booking} onChanged={onChanged} />}
  </DayAndTrip>
);

const seatsOf = ({ id, stops }: ChangeTrip, signal: AbortSignal) =>
  api.get('/api/trips/{id}/seats', { path: { id }, query: stopsInQuery(stops), signal });
