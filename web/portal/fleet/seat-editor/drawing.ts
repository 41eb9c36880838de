import { type ReadonlySignal, signal } from '@preact/signals';
import type { Draft, Place } from './draft.ts';

const MOST_STEPS = 100;

/** A seat map that the user is editing: the present draft, the cursor, and undo. */
export interface Drawing {
  readonly draft: ReadonlySignal<Draft>;
  readonly at: ReadonlySignal<Place>;
  /** The last change of the map as text, for screen readers. */
  readonly said: ReadonlySignal<string>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly goTo: (place: Place) => void;
  /** Replaces the draft. With `isSameStep`, one undo reverts this change together with the previous one. */
  readonly draw: (changed: Draft, said?: string, isSameStep?: boolean) => void;
  readonly undo: () => void;
}

export function drawingOf(start: Draft): Drawing {
  const draft = signal(start);
  const at = signal<Place>({ deck: 1, row: 1, col: 1 });
  const said = signal('');
  const canUndo = signal(false);
  let past: readonly Draft[] = [];

  /** Moves the cursor back into the map after the map has shrunk. */
  const stayInside = ({ deck_count, rows, cols }: Draft): void => {
    const { deck, row, col } = at.peek();
    if (deck > deck_count || row > rows || col > cols)
      at.value = { deck: Math.min(deck, deck_count), row: Math.min(row, rows), col: Math.min(col, cols) };
  };

  return {
    draft,
    at,
    said,
    canUndo,
    goTo: (place) => (at.value = place),
    draw: (changed, words = '', isSameStep = false) => {
      if (changed === draft.peek()) return;
      if (!isSameStep) past = [...past, draft.peek()].slice(-MOST_STEPS);
      canUndo.value = true;
      draft.value = changed;
      said.value = words;
      stayInside(changed);
    },
    undo: () => {
      const last = past.at(-1);
      if (!last) return;
      past = past.slice(0, -1);
      canUndo.value = past.length > 0;
      draft.value = last;
      said.value = '';
      stayInside(last);
    },
  };
}
