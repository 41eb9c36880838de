import type { Schemas } from '../../api/operations.ts';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';

type Trip = Pick<Schemas['Booking']['trip'], 'source_city' | 'departure_time'>;
type Place = Schemas['PlaceInTime'];

/**
 * The point where a booking's passengers get on, and the time. Tickets stored by an earlier version lack the point. For
 * such tickets, returns the city and the departure time.
 */
export const gettingOnOf = (kept: Place | undefined, { source_city: name, departure_time: at }: Trip): Place =>
  kept ?? { name, at };

/** The same, for getting off. */
export const gettingOffOf = (
  kept: Place | undefined,
  { destination_city: name, arrival_time: at }: Pick<Schemas['Booking']['trip'], 'destination_city' | 'arrival_time'>,
): Place => kept ?? { name, at };

/** Shows where and when to get on, as the largest thing of the page. */
export function GettingOn({ place: { name, at }, day }: { readonly place: Place; readonly day: string }) {
  return (
    <div class="getting-on">
      <h2>
        <span class="getting-on-label">{w.value.bookings.gettingOn}</span>{' '}
        {at !== null && <span class="number">{timeOf(at)}</span>} <span>{placeName(name)}</span>
      </h2>
      <p>{bothCalendars(dayOf(at ?? day))}</p>
    </div>
  );
}
