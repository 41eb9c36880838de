import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../asked.tsx';
import { DayField } from '../day-field.tsx';
import { dayAfter, dayOf, today } from '../moment.ts';
import { type ChoosableTrip, TripChoice, type TripWords } from './trip-choice.tsx';

/** A trip to which a booking is about to move, with its free seats. */
export interface Destination<Trip> {
  readonly trip: Trip;
  /** The seats of the trip. Undefined on a bus without a seat map. */
  readonly map: Schemas['MappedSeats'] | undefined;
  /** Reloads the trip's seats. */
  readonly reread: () => Promise<void>;
}

interface Search<Trip> {
  /** The number of seats to move. */
  readonly count: number;
  readonly words: TripWords & { readonly day: string };
  /** The trips of a day to which the booking could move. */
  readonly tripsOf: (day: string, signal: AbortSignal) => Promise<readonly Trip[]>;
  readonly seatsOf: (trip: Trip, signal: AbortSignal) => Promise<Schemas['SeatMap']>;
  readonly children: (destination: Destination<Trip>) => ComponentChildren;
}

/** The form fields for a day and for one of that day's trips. Proposes the day after the booking's departure. */
export function DayAndTrip<Trip extends ChoosableTrip>({
  departs,
  ...search
}: Search<Trip> & {
  /** The departure time of the booking's present trip. */
  readonly departs: string;
}) {
  const leaves = dayOf(departs);
  const day = useSignal(dayAfter(leaves < today() ? today() : leaves, 1));
  return (
    <div>
      <DayField label={search.words.day} min={today()} value={day.value} onValue={(value) => (day.value = value)} />
      {day.value !== '' && <TripsOf key={day.value} day={day.value} {...search} />}
    </div>
  );
}

function TripsOf<Trip extends ChoosableTrip>({ day, ...search }: Search<Trip> & { readonly day: string }) {
  const { count, words, tripsOf } = search;
  const found = useAsked((signal) => tripsOf(day, signal), [day]);
  const chosen = useSignal<Trip | undefined>(undefined);
  return (
    <Asked of={found}>
      {(trips) => (
        <>
          <TripChoice
            trips={trips}
            count={count}
            chosen={chosen.value?.id}
            onChosen={(trip) => (chosen.value = trip)}
            words={words}
          />
          {chosen.value && <Chosen key={chosen.value.id} trip={chosen.value} {...search} />}
        </>
      )}
    </Asked>
  );
}

function Chosen<Trip extends ChoosableTrip>({
  trip,
  seatsOf,
  children,
}: Pick<Search<Trip>, 'seatsOf' | 'children'> & { readonly trip: Trip }) {
  const seats = useAsked((signal) => seatsOf(trip, signal), [trip.id]);
  return (
    <Asked of={seats}>
      {(map) => children({ trip, map: map.has_seat_map ? map : undefined, reread: seats.again })}
    </Asked>
  );
}
