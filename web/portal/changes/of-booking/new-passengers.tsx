import type { Signal } from '@preact/signals';
import { Field } from '../../../parts/field.tsx';
import { timeOf } from '../../../parts/moment.ts';
import { Select } from '../../../parts/select.tsx';
import type { Schemas } from '../../../api/operations.ts';
import { w } from '../../words.ts';
import { placeName } from '../../../words/places.ts';
import type { ChangeTrip } from './road.ts';

/** Typed details of a seat's passenger that replace the present ones. An empty text keeps the present detail. */
export interface Typed {
  readonly name: string;
  readonly boarding: string;
  readonly dropping: string;
}

const UNCHANGED: Typed = { name: '', boarding: '', dropping: '' };

/** The typed details as request fields. Leaves out seats for which nothing was typed. */
export const passengersIn = (seats: readonly string[], typed: Readonly<Record<string, Typed>>) =>
  seats.flatMap((seat) => {
    const { name, boarding, dropping } = typed[seat] ?? UNCHANGED;
    if (name.trim() === '' && boarding === '' && dropping === '') return [];
    return [
      {
        seat_number: seat,
        ...(name.trim() && { name: name.trim() }),
        ...(boarding && { boarding_point: boarding }),
        ...(dropping && { dropping_point: dropping }),
      },
    ];
  });

/** Fields for the names and points of the passengers on the new seats. Leaves out passengers who keep their seats. */
export function NewPassengers({
  trip: { boardings, droppings, begins },
  seats,
  typed,
  errorOf,
}: {
  readonly trip: ChangeTrip;
  readonly seats: readonly string[];
  readonly typed: Signal<Readonly<Record<string, Typed>>>;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const words = w.value.changing;
  const typedFor = (seat: string): Typed => typed.value[seat] ?? UNCHANGED;
  const type = (seat: string, changed: Partial<Typed>): void => {
    typed.value = { ...typed.value, [seat]: { ...typedFor(seat), ...changed } };
  };
  const given = passengersIn(seats, typed.value);
  return (
    <details class="field">
      <summary>{words.namesAndPlaces}</summary>
      <p class="hint">{words.namesHint}</p>
      {seats.map((seat) => (
        <fieldset key={seat}>
          <legend>{w.value.trip.oneSeat(seat)}</legend>
          <Field
            label={words.name}
            required={false}
            maxLength={150}
            autoComplete="off"
            value={typedFor(seat).name}
            error={errorOf(`passengers[${given.findIndex(({ seat_number: one }) => one === seat)}].name`)}
            onValue={(name) => type(seat, { name })}
          />
          <PlaceSelect
            label={w.value.counter.boardingPoint}
            points={boardings}
            begins={begins}
            value={typedFor(seat).boarding}
            onValue={(boarding) => type(seat, { boarding })}
          />
          <PlaceSelect
            label={w.value.counter.droppingPoint}
            points={droppings}
            begins={begins}
            value={typedFor(seat).dropping}
            onValue={(dropping) => type(seat, { dropping })}
          />
        </fieldset>
      ))}
    </details>
  );
}

const PlaceSelect = ({
  points,
  begins,
  ...select
}: {
  readonly label: string;
  readonly points: readonly Schemas['Point'][];
  readonly begins: string;
  readonly value: string;
  readonly onValue: (name: string) => void;
}) =>
  points.length === 0 ? null : (
    <Select {...select}>
      <option value="">{w.value.changing.asBefore}</option>
      {points.map(({ name, minutes }) => (
        <option key={name} value={name} selected={name === select.value}>
          {placeName(name)} · {timeOf(Date.parse(begins) + minutes * 60_000)}
        </option>
      ))}
    </Select>
  );
