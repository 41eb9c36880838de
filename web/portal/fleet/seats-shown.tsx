import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import { forSale } from './seat-editor/draft.ts';
import './seat-editor/seat-editor.css';
import { w } from '../words.ts';

/** A read-only picture of a bus's seats, deck by deck. */
export const SeatsShown = ({ map }: { readonly map: Schemas['BusSeatMap'] }) => (
  <>
    <div class="row seats-shown" role="img" aria-label={w.value.seatEditor.title}>
      {Array.from({ length: map.deck_count }, (_, deck) => (
        <div key={deck} class="editor-grid">
          {map.seats
            .filter((seat) => seat.deck === deck + 1)
            .map(({ id, row, col, seat_number, is_active, kept_for }) => (
              <span
                key={id}
                class={['place taken', !is_active && 'out', kept_for && 'kept'].filter(Boolean).join(' ')}
                style={{ gridRow: String(row), gridColumn: String(col) }}
              >
                {seat_number}
              </span>
            ))}
        </div>
      ))}
    </div>
    <p class="editor-count">{w.value.seatEditor.forSale(digits(forSale(map)))}</p>
  </>
);
