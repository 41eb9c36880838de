import './seat-map.css';
import { useSignal } from '@preact/signals';
import { useId, useMemo, useRef } from 'preact/hooks';
import { digits } from '../digits.ts';
import { w } from '../../words/seat-map.ts';
import { DeckGrid } from './deck-grid.tsx';
import { decksOf } from './grid.ts';
import type { PlacedSeat, SeatState } from './grid.ts';
import { Legend } from './legend.tsx';
import { SeatNews } from './seat-news.tsx';

export interface SeatMapProps<S extends PlacedSeat> {
  readonly seats: readonly S[];
  readonly rows: number;
  readonly cols: number;
  readonly deckCount: number;
  /** Rupees, for one seat. */
  readonly fare: number;
  /** Numbers of the seats that are chosen. */
  readonly selected: ReadonlySet<string>;
  /** A seat was chosen, or is no longer: whoever shows the map keeps the choice. */
  readonly onToggle: (seat: S) => void;
  readonly stateOf: (seat: S) => SeatState;
  /** Which seats can be chosen. By default those that are available, or yours. */
  readonly canChoose?: (seat: S) => boolean;
  /** Nothing can be chosen just now. */
  readonly disabled?: boolean;
}

/**
 * The seats of a bus as checkboxes in their places, deck by deck. What changes while somebody looks is said politely,
 * except about seats that they have chosen: losing those is the page's own news.
 */
export function SeatMap<S extends PlacedSeat>({
  seats,
  cols,
  deckCount,
  fare,
  selected,
  onToggle,
  stateOf,
  canChoose = (seat) => ['available', 'yours'].includes(stateOf(seat)),
  disabled = false,
}: SeatMapProps<S>) {
  const words = w.value;
  const id = useId();
  const decks = useMemo(() => decksOf(seats, cols, deckCount), [seats, cols, deckCount]);
  const shown = useSignal(1);
  const tabs = useRef<HTMLDivElement>(null);
  const states = new Map(seats.map((seat) => [seat.seat_number, stateOf(seat)]));
  const gridOf = (deck: (typeof decks)[number]) => (
    <DeckGrid
      key={deck.deck}
      deck={deck}
      cols={cols}
      fare={fare}
      selected={selected}
      states={states}
      onToggle={onToggle}
      canChoose={(seat) => !disabled && canChoose(seat)}
    />
  );

  return (
    <fieldset class="seat-map">
      <legend>{words.seats}</legend>
      {decks.length === 1 ? (
        decks.map(gridOf)
      ) : (
        <>
          <div
            ref={tabs}
            class="deck-tabs"
            role="tablist"
            aria-label={words.decks}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              shown.value = ((shown.value - 1 + step + decks.length) % decks.length) + 1;
              (tabs.current?.children[shown.value - 1] as HTMLElement | undefined)?.focus();
            }}
          >
            {decks.map((deck) => (
              <button
                key={deck.deck}
                type="button"
                role="tab"
                id={`${id}-tab-${deck.deck}`}
                aria-controls={`${id}-deck-${deck.deck}`}
                aria-selected={shown.value === deck.deck}
                tabIndex={shown.value === deck.deck ? 0 : -1}
                onClick={() => (shown.value = deck.deck)}
              >
                {words.deck(deck.deck, digits(deck.deck))}
                <ChosenHere count={deck.seats.filter(({ seat_number }) => selected.has(seat_number)).length} />
              </button>
            ))}
          </div>
          {decks.map((deck) => (
            <div
              key={deck.deck}
              role="tabpanel"
              id={`${id}-deck-${deck.deck}`}
              aria-labelledby={`${id}-tab-${deck.deck}`}
              hidden={shown.value !== deck.deck}
            >
              {gridOf(deck)}
            </div>
          ))}
        </>
      )}
      <Legend states={new Set(states.values())} />
      <SeatNews states={states} selected={selected} />
    </fieldset>
  );
}

/** How many seats are chosen on a deck that may be out of sight. */
const ChosenHere = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <>
      <span class="chosen-here" aria-hidden="true">
        {digits(count)}
      </span>
      <span class="sr-only">, {w.value.chosenHere(digits(count))}</span>
    </>
  );
