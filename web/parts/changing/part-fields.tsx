import type { Signal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import { Select } from '../select.tsx';
import './changing.css';

/**
 * The seats of a booking that the user wants to cancel. On a bus without a seat map: `places` out of `of`, all the
 * booking's places.
 */
export type Part = { readonly seats: readonly string[] } | { readonly places: number; readonly of: number };

export const sizeOf = (part: Part): number => ('seats' in part ? part.seats.length : part.places);

interface Seat {
  readonly seat_number: string;
  readonly passenger_name: string;
}

/**
 * The form fields for the seats or places to cancel. At least one seat or place must stay, because another form cancels
 * whole bookings.
 */
export function PartFields({
  booking: { seats, seats_count: count },
  chosen,
  places,
  words,
}: {
  readonly booking: { readonly seats: readonly Seat[]; readonly seats_count: number };
  readonly chosen: Signal<readonly string[]>;
  readonly places: Signal<number>;
  readonly words: {
    readonly whichSeats: string;
    readonly howMany: string;
    readonly seat: (number: string) => string;
  };
}) {
  const toggle = (seat: string): void => {
    const isChosen = chosen.value.includes(seat);
    chosen.value = isChosen ? chosen.value.filter((other) => other !== seat) : [...chosen.value, seat];
  };
  if (seats.length === 0)
    return (
      <Select label={words.howMany} value={String(places.value)} onValue={(value) => (places.value = Number(value))}>
        {Array.from({ length: count - 1 }, (_, index) => (
          <option key={index} value={index + 1}>
            {digits(index + 1)}
          </option>
        ))}
      </Select>
    );
  return (
    <fieldset class="change-kinds">
      <legend>{words.whichSeats}</legend>
      {seats.map(({ seat_number: seat, passenger_name: name }) => (
        <label key={seat} class="choice">
          <input
            type="checkbox"
            checked={chosen.value.includes(seat)}
            disabled={!chosen.value.includes(seat) && chosen.value.length === count - 1}
            onChange={() => toggle(seat)}
          />
          {words.seat(seat)} {name}
        </label>
      ))}
    </fieldset>
  );
}

/** The seats or places that the user has chosen to cancel so far. */
export const partOf = (
  { seats, seats_count: of }: { readonly seats: readonly unknown[]; readonly seats_count: number },
  chosen: readonly string[],
  places: number,
): Part => (seats.length > 0 ? { seats: chosen } : { places, of });
