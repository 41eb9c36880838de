import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { digits, plainDigits } from '../../../words/digits.ts';
import { w } from '../../words.ts';
import { MOST, change, numberAll, resize, seatAt } from './draft.ts';
import type { Drawing } from './drawing.ts';
import { toggle } from './keys.ts';

/** Tools that change the whole map. */
export function MapTools({ drawing }: { readonly drawing: Drawing }) {
  const { draft, draw } = drawing;
  const words = w.value.seatEditor;
  const { rows, cols, deck_count } = draft.value;
  return (
    <div class="editor-tools">
      <Stepper
        name={words.rows}
        value={rows}
        most={MOST.rows}
        onStep={(to) => draw(resize(draft.value, { rows: to }))}
      />
      <Stepper
        name={words.columns}
        value={cols}
        most={MOST.cols}
        onStep={(to) => draw(resize(draft.value, { cols: to }))}
      />
      <button
        type="button"
        class="quiet"
        onClick={() => draw(resize(draft.value, { deck_count: deck_count === 1 ? 2 : 1 }))}
      >
        {deck_count === 1 ? words.twoDecks : words.oneDeck}
      </button>
      <button type="button" class="quiet" onClick={() => draw(numberAll(draft.value))}>
        {words.numberAll}
      </button>
      <button type="button" class="quiet" disabled={!drawing.canUndo.value} onClick={drawing.undo}>
        {words.undo}
      </button>
    </div>
  );
}

const Stepper = ({
  name,
  value,
  most,
  onStep,
}: {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly onStep: (to: number) => void;
}) => (
  <span class="stepper" role="group" aria-label={name}>
    <button
      type="button"
      class="quiet"
      aria-label={w.value.seatEditor.fewer(name)}
      disabled={value <= 1}
      onClick={() => onStep(value - 1)}
    >
      −
    </button>
    <span>
      {name} <strong>{digits(value)}</strong>
    </span>
    <button
      type="button"
      class="quiet"
      aria-label={w.value.seatEditor.more(name)}
      disabled={value >= most}
      onClick={() => onStep(value + 1)}
    >
      +
    </button>
  </span>
);

/** Tools for the cell at the cursor, for devices without a keyboard. */
export function SeatTools({ drawing, isMoving }: { readonly drawing: Drawing; readonly isMoving: Signal<boolean> }) {
  const { draft, at, draw } = drawing;
  const words = w.value.seatEditor;
  const seat = seatAt(draft.value, at.value);
  if (!seat)
    return (
      <div class="editor-tools">
        <button type="button" class="quiet" onClick={() => toggle(drawing, at.value)}>
          {words.addHere}
        </button>
      </div>
    );
  return (
    <div class="editor-tools">
      <SeatNumber drawing={drawing} number={seat.seat_number} />
      <label class="choice">
        <input
          type="checkbox"
          checked={!seat.is_active}
          onChange={({ currentTarget }) => draw(change(draft.value, at.value, { is_active: !currentTarget.checked }))}
        />
        {words.isOutOfUse}
      </label>
      <button
        type="button"
        class="quiet"
        aria-pressed={isMoving.value}
        onClick={() => (isMoving.value = !isMoving.value)}
      >
        {words.moveSeat}
      </button>
      <button type="button" class="quiet" onClick={() => toggle(drawing, at.value)}>
        {words.remove}
      </button>
      {isMoving.value && <span role="status">{words.moveWhere}</span>}
    </div>
  );
}

/** A field for a seat's number, for devices without a keyboard. An empty number is not accepted. */
function SeatNumber({ drawing, number }: { readonly drawing: Drawing; readonly number: string }) {
  const { draft, at, draw } = drawing;
  const id = useId();
  const renumber = (input: HTMLInputElement): void => {
    const typed = plainDigits(input.value)
      .toUpperCase()
      .replace(/[^\p{L}\p{N}-]/gu, '');
    if (typed === '' || typed === number) input.value = number;
    else draw(change(draft.value, at.value, { seat_number: typed }), w.value.seatEditor.renumbered(typed));
  };
  return (
    <div class="seat-number">
      <label for={id}>{w.value.seatEditor.number}</label>
      <input
        id={id}
        value={number}
        maxLength={MOST.number}
        autoComplete="off"
        onChange={({ currentTarget }) => renumber(currentTarget)}
        onKeyDown={(event) => {
          // Enter confirms the number and must not submit the form of the bus.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          renumber(event.currentTarget);
        }}
      />
    </div>
  );
}
