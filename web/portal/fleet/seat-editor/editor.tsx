import { useSignal } from '@preact/signals';
import { digits } from '../../../words/digits.ts';
import { w } from '../../words.ts';
import { type KeptFor, forSale, repeated } from './draft.ts';
import type { Drawing } from './drawing.ts';
import { Grid } from './grid.tsx';
import { KeepTools } from './keep-tools.tsx';
import './seat-editor.css';
import { MapTools, SeatTools } from './tools.tsx';

/** Edits a bus's seat map by keyboard, mouse or touch. */
export function SeatEditor({ drawing }: { readonly drawing: Drawing }) {
  const { draft, at, goTo, said } = drawing;
  const isMoving = useSignal(false);
  const keeping = useSignal<KeptFor | undefined>(undefined);
  const words = w.value.seatEditor;
  const twice = [...repeated(draft.value)];
  return (
    <div class="seat-editor">
      <MapTools drawing={drawing} />
      <KeepTools keeping={keeping} />
      {draft.value.deck_count > 1 && (
        <div class="deck-choice" role="tablist" aria-label={words.decks}>
          {[words.lower, words.upper].map((name, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              class="quiet"
              aria-selected={at.value.deck === index + 1}
              onClick={() => goTo({ deck: index + 1, row: 1, col: 1 })}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <div class="editor-desk">
        <div>
          <p class="editor-front" aria-hidden="true">
            {words.front}
          </p>
          <Grid
            drawing={drawing}
            keeping={keeping.value}
            isMoving={isMoving.value}
            onMoved={() => (isMoving.value = false)}
          />
        </div>
        <div class="editor-beside">
          <p class="editor-count">{words.forSale(digits(forSale(draft.value)))}</p>
          <SeatTools drawing={drawing} isMoving={isMoving} />
          <ul class="hint">
            {words.help.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
      <p class="sr-only" role="status">
        {said.value}
      </p>
      <div role="alert">{twice.length > 0 && <p class="notice bad">{words.twice(twice.join(', '))}</p>}</div>
    </div>
  );
}
