import type { Schemas } from '../../api/operations.ts';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { type Ridden, useTripOf } from '../road/use-road.ts';
import { WhereIs } from '../road/where-is.tsx';
import { w } from '../words.ts';

type Trip = Pick<Schemas['Booking']['trip'], 'source_city' | 'departure_time'>;
type Place = Schemas['PlaceInTime'];
/** The place of a point. Tickets that an earlier version stored have none. */
type PlaceToBe = Place & { readonly at: string; readonly place?: Schemas['GettingOn']['place'] };

/**
 * The point where a booking's passengers get on, and the time to be there. At a point that a passenger typed and the
 * trip does not have, this is the departure. Tickets stored by an earlier version lack the point. For such tickets,
 * returns the city and the departure time.
 */
export const gettingOnOf = (kept: Schemas['GettingOn'] | undefined, trip: Trip): PlaceToBe => ({
  name: kept?.name ?? trip.source_city,
  at: kept?.at ?? trip.departure_time,
  place: kept?.place ?? null,
});

/** The part of a trip that a booking or a ticket is for. Undefined for tickets that an earlier version stored. */
export const riddenOf = ({
  schedule_id: trip,
  from_stop = 0,
  to_stop = 0,
}: Partial<Pick<Schemas['Booking'], 'schedule_id' | 'from_stop' | 'to_stop'>>): Required<Ridden> | undefined =>
  trip === undefined ? undefined : { trip, from_stop, to_stop };

/** The point where a booking's passengers get off, and the time; otherwise the city and the arrival time. */
export const gettingOffOf = (
  kept: Place | undefined,
  { destination_city: name, arrival_time: at }: Pick<Schemas['Booking']['trip'], 'destination_city' | 'arrival_time'>,
): Place => kept ?? { name, at };

/** Shows the boarding point and time, larger than anything else on the page. */
export function GettingOn({
  place: { name, at, place },
  city,
  ridden,
}: {
  readonly place: PlaceToBe;
  /** The city of the point. */
  readonly city: string;
  readonly ridden: Ridden | undefined;
}) {
  const trip = useTripOf(place ? ridden : undefined);
  return (
    <div class="getting-on">
      <h2>
        <span class="getting-on-label">{w.value.bookings.gettingOn}</span> <span class="number">{timeOf(at)}</span>{' '}
        <span>{placeName(name)}</span>
      </h2>
      <p>{bothCalendars(dayOf(at))}</p>
      <WhereIs name={name} place={place} city={city} points={trip?.boarding_points ?? []} />
    </div>
  );
}
