import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { placeName } from '../../words/places.ts';
import { draftOf } from '../draft.ts';
import { WhereIs } from '../road/where-is.tsx';
import { pointOf } from './points.tsx';
import { rideOf } from '../parts/ride.ts';
import { w } from '../words.ts';

type Trip = Schemas['TripDetail'];
type Point = Schemas['PlacedPoint'];

/** The places and times at which the passengers get on and off. */
export interface JourneyPlaces {
  readonly on: Point;
  readonly off: Point;
}

/** The trip's cities and times, for passengers without a boarding point and a dropping point. */
export const endsOf = (trip: Trip): JourneyPlaces => ({
  on: { name: trip.source_city, at: trip.departure_time, place: null },
  off: { name: trip.destination_city, at: trip.arrival_time, place: null },
});

/**
 * The points that the user chose together with the seats. A missing choice becomes the first boarding point or the last
 * dropping point, as on the seats' page. A point that the trip no longer has counts as missing.
 */
export function chosenPlaces(trip: Trip): JourneyPlaces & { readonly boarding: string; readonly dropping: string } {
  const draft = draftOf(rideOf(trip).key);
  const { boarding_points: boardings, dropping_points: droppings } = trip;
  const boarding = pointOf(boardings, draft.boarding, boardings[0]);
  const dropping = pointOf(droppings, draft.dropping, droppings.at(-1));
  const { on, off } = endsOf(trip);
  return {
    boarding,
    dropping,
    on: boardings.find(({ name }) => name === boarding) ?? on,
    off: droppings.find(({ name }) => name === dropping) ?? off,
  };
}

/**
 * Shows where and when the passengers get on and off, before the payment. Without `ride`, nobody can choose other
 * places.
 */
export function Journey({
  trip,
  ride,
  places: { on, off },
}: {
  readonly trip: Trip;
  readonly ride?: string;
  readonly places: JourneyPlaces;
}) {
  const id = useId();
  const words = w.value.bookings;
  return (
    <section class="journey" aria-labelledby={id}>
      <h2 id={id}>{words.gettingOn}</h2>
      <p class="journey-start">
        <strong class="number">{timeOf(on.at)}</strong> <strong>{placeName(on.name)}</strong>
      </p>
      <p>{bothCalendars(dayOf(on.at))}</p>
      <WhereIs name={on.name} place={on.place} city={trip.source_city} points={trip.boarding_points} />
      <p class="faint">
        {words.gettingOff}: <span class="number">{timeOf(off.at)}</span> {placeName(off.name)}
      </p>
      {ride !== undefined && (
        <Link page={`/trips/${ride}`} class="change-seats">
          {w.value.buying.changePlaces}
        </Link>
      )}
    </section>
  );
}
