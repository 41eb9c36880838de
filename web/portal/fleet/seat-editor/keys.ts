import { plainDigits } from '../../../words/digits.ts';
import { w } from '../../words.ts';
import { type KeptFor, type Place, MOST, add, change, keepSeat, move, remove, seatAt } from './draft.ts';
import type { Drawing } from './drawing.ts';

const STEPS: Readonly<Record<string, readonly [rows: number, cols: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Adds a seat if the cell is free, otherwise removes the seat in the cell. */
export function toggle({ draft, draw }: Drawing, place: Place): void {
  const seat = seatAt(draft.value, place);
  if (seat) {
    draw(remove(draft.value, place), w.value.seatEditor.removed(seat.seat_number));
    return;
  }
  const added = add(draft.value, place);
  draw(added, w.value.seatEditor.added(seatAt(added, place)?.seat_number ?? ''));
}

/** Keeps a seat for certain passengers, or for nobody in particular again. Does nothing where no seat is. */
export function keep({ draft, draw }: Drawing, place: Place, kind: KeptFor): void {
  const kept = keepSeat(draft.value, place, kind);
  const seat = seatAt(kept, place);
  if (!seat) return;
  const words = w.value.seatEditor;
  draw(kept, words.nowKept(seat.seat_number, words.keptFor[seat.kept_for ?? 'ANYBODY']));
}

/** Moves a seat, and the cursor with it. */
export function carry({ draft, draw, goTo }: Drawing, from: Place, where: Place): void {
  const moved = move(draft.value, from, where);
  if (moved === draft.value) return;
  draw(moved, w.value.seatEditor.moved(seatAt(moved, where)?.seat_number ?? ''));
  goTo({ deck: where.deck, row: where.row, col: where.col });
}

/** Handles the map's keys: moving the cursor, adding and removing seats, typing numbers. */
export function keysOf(drawing: Drawing): { readonly onKey: (event: KeyboardEvent) => void } {
  /** The seat whose number the user is typing. The next typed characters extend the number. */
  let typing: Place | undefined;

  const type = (place: Place, key: string): void => {
    const { draft, draw } = drawing;
    const typed = plainDigits(key).toUpperCase();
    const seat = seatAt(draft.value, place);
    if (!seat) {
      draw(add(draft.value, place, typed), w.value.seatEditor.added(typed));
      typing = place;
      return;
    }
    const isGoingOn = typing === place;
    const number = (isGoingOn ? seat.seat_number + typed : typed).slice(0, MOST.number);
    draw(change(draft.value, place, { seat_number: number }), w.value.seatEditor.renumbered(number), isGoingOn);
    typing = place;
  };

  const eraseLast = (place: Place): void => {
    const seat = seatAt(drawing.draft.value, place);
    if (!seat) return;
    const number = seat.seat_number.slice(0, -1);
    // Keeps the last character, because a seat always has a number. The next typed character replaces it.
    if (number === '') typing = undefined;
    else {
      drawing.draw(change(drawing.draft.value, place, { seat_number: number }), '', typing === place);
      typing = place;
    }
  };

  const onStep = ([rows, cols]: readonly [number, number], carries: boolean): void => {
    const { at, draft, goTo } = drawing;
    const { deck, row, col } = at.value;
    const inside = (value: number, most: number): number => Math.min(Math.max(value, 1), most);
    const where = { deck, row: inside(row + rows, draft.value.rows), col: inside(col + cols, draft.value.cols) };
    if (carries) carry(drawing, at.value, where);
    else goTo(where);
  };

  return {
    onKey: (event) => {
      const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
      const place = drawing.at.value;
      const step = STEPS[key];
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') drawing.undo();
      else if (altKey || ctrlKey || metaKey) return;
      else if (step) onStep(step, shiftKey);
      else if (key === 'Enter') {
        // Right after typing, Enter only ends the number, as in a spreadsheet. Otherwise Enter adds or removes a seat.
        if (typing === place) typing = undefined;
        else toggle(drawing, place);
      } else if (key === 'Delete') {
        if (seatAt(drawing.draft.value, place)) toggle(drawing, place);
      } else if (key === 'Backspace') eraseLast(place);
      else if (/^[\p{L}\p{N}-]$/u.test(key)) type(place, key);
      else return;
      event.preventDefault();
    },
  };
}
