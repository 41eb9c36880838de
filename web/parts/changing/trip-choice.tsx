import { useId } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { timeOf } from '../moment.ts';
import { money } from '../money.ts';
import './changing.css';

/** A trip to which a booking can move. */
export interface ChoosableTrip {
  readonly id: number;
  readonly departure_time: string;
  readonly arrival_time: string;
  readonly fare: number;
  readonly bus: { readonly bus_name: string };
  /** Free seats; undefined if unknown. */
  readonly left: number | undefined;
}

export interface TripWords {
  readonly trips: string;
  readonly noTrips: string;
  readonly tripAt: (departure: string, arrival: string) => string;
  readonly perSeat: (fare: string) => string;
  readonly tooFew: string;
  readonly left: (count: string) => string;
}

/** The trips of a day as radio buttons. Trips with fewer free seats than `count` cannot be chosen. */
export function TripChoice<Trip extends ChoosableTrip>({
  trips,
  count,
  chosen,
  onChosen,
  words,
}: {
  readonly trips: readonly Trip[];
  readonly count: number;
  readonly chosen: number | undefined;
  readonly onChosen: (trip: Trip) => void;
  readonly words: TripWords;
}) {
  const group = useId();
  return (
    <fieldset class="change-kinds change-trips">
      <legend>{words.trips}</legend>
      {trips.length === 0 && <p role="status">{words.noTrips}</p>}
      {trips.map((trip) => {
        const { id, left, departure_time: departs, arrival_time: arrives } = trip;
        const isFull = left !== undefined && left < count;
        const room = left === undefined ? '' : ` · ${isFull ? words.tooFew : words.left(digits(left))}`;
        return (
          <label key={id} class="choice">
            <input
              type="radio"
              name={group}
              disabled={isFull}
              checked={chosen === id}
              onChange={() => onChosen(trip)}
            />
            <span>
              <strong>{words.tripAt(timeOf(departs), timeOf(arrives))}</strong> {trip.bus.bus_name} ·{' '}
              {words.perSeat(money(trip.fare))}
              {room}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
