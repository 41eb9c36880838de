import type { Signal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';

/** The notes and coins of Nepal, in rupees. */
const NOTES = [1000, 500, 100, 50, 20, 10, 5] as const;

type Pile = (typeof NOTES)[number] | 'coins';

/** The typed number of each kind of note. */
export type TypedNotes = Readonly<Partial<Record<Pile, string>>>;

const countIn = (typed: string | undefined): number => Math.max(0, Math.floor(Number(typed ?? '')) || 0);

/**
 * Fields to count the cash note by note. `onCounted` gets the sum in rupees as text. It gets an empty text when all
 * fields are empty.
 */
export function NotesCounted({
  typed,
  onCounted,
}: {
  readonly typed: Signal<TypedNotes>;
  readonly onCounted: (sum: string) => void;
}) {
  const words = w.value.shifts;
  const sum = NOTES.reduce((total, note) => total + note * countIn(typed.value[note]), countIn(typed.value.coins));
  const set = (pile: Pile, text: string): void => {
    typed.value = { ...typed.value, [pile]: text };
    const isEmpty = Object.values(typed.value).every((one) => one === '');
    const now = NOTES.reduce((total, note) => total + note * countIn(typed.value[note]), countIn(typed.value.coins));
    onCounted(isEmpty ? '' : String(now));
  };
  const input = (pile: Pile, label: string) => (
    <label key={pile}>
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={0}
        value={typed.value[pile] ?? ''}
        onInput={({ currentTarget }) => set(pile, currentTarget.value)}
      />
    </label>
  );
  return (
    <fieldset>
      <legend>{words.notes}</legend>
      <div class="notes-counted">
        {NOTES.map((note) => input(note, digits(note)))}
        {input('coins', words.coins)}
      </div>
      <p class="notes-sum" role="status">
        {words.counted} <strong class="number">{money(sum)}</strong>
      </p>
    </fieldset>
  );
}
