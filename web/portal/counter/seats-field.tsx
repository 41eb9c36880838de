import { type Signal, useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { folded, foldedCode } from '../../words/folded.ts';
import { MOST_SEATS, isForSale } from '../parts/trip/trip-rules.ts';
import { w } from '../words.ts';

interface Props {
  readonly seats: readonly Schemas['Seat'][];
  readonly chosen: Signal<readonly string[]>;
  readonly error: string | undefined;
  /** Called on Enter, when every typed seat is free. */
  readonly onEnter: () => void;
}

/**
 * A field with the numbers of the chosen seats. Typing a number chooses that seat on the map; choosing a seat changes
 * the text.
 */
export function SeatsField({ seats, chosen, error, onEnter }: Props) {
  const words = w.value.counter;
  /** The typed text, and the seats that it chose. If other seats are chosen later, the field shows their numbers. */
  const typed = useSignal({ text: '', chose: '' });
  const tried = useSignal<string | undefined>(undefined);
  const free = new Map(seats.filter(isForSale).map(({ seat_number: seat }) => [foldedCode(seat), seat]));
  const read = (text: string): readonly string[] =>
    folded(text)
      .split(/[\s,]+/)
      .filter(Boolean);
  const seatsIn = (text: string): readonly string[] => [
    ...new Set(read(text).flatMap((number) => free.get(number) ?? [])),
  ];
  const unknown = (text: string): readonly string[] =>
    read(text).flatMap((number) => (free.has(number) ? [] : number.toUpperCase()));

  const shown = typed.value.chose === chosen.value.join() ? typed.value.text : chosen.value.join(' ');
  const said = tried.value === shown && unknown(shown).length > 0 ? words.notFree(unknown(shown).join(', ')) : error;
  return (
    <>
      <Field
        label={words.seats}
        name="seats"
        value={shown}
        autoComplete="off"
        spellcheck={false}
        placeholder="A1 A2"
        error={said}
        onValue={(text) => {
          chosen.value = seatsIn(text);
          typed.value = { text, chose: chosen.value.join() };
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          tried.value = shown;
          if (unknown(shown).length === 0 && chosen.value.length > 0) onEnter();
        }}
      />
      <p class="hint chosen-seats" aria-live="polite">
        {chosen.value.length === 0 ? words.choose : words.chosen(chosen.value.join(', '))}
      </p>
      {chosen.value.length > MOST_SEATS && <p class="field-error">{words.most(MOST_SEATS)}</p>}
    </>
  );
}
