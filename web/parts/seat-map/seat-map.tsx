import './seat-map.css';
import { useSignal } from '@preact/signals';
import { useId, useMemo, useRef } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { w } from '../../words/seat-map.ts';
import { DeckGrid } from './deck-grid.tsx';
import { type Occupant, type PlacedSeat, type SeatState, decksOf, signOf } from './grid.ts';
import { Legend } from './legend.tsx';
import { SeatNews } from './seat-news.tsx';

export interface SeatMapProps<S extends PlacedSeat> {
  readonly seats: readonly S[];
  readonly rows: number;
  readonly cols: number;
  readonly deckCount: number;
  /** The price of one seat, in rupees. */
  readonly fare: number;
  /** Numbers of the chosen seats. */
  readonly selected: ReadonlySet<string>;
  /** Called when the user chooses or unchooses a seat. The caller stores the choice. */
  readonly onToggle: (seat: S) => void;
  readonly stateOf: (seat: S) => SeatState;
  /** Whether a seat can be chosen. By default, available seats and the user's own. */
  readonly canChoose?: (seat: S) => boolean;
  /** Returns the person who has a seat. The map shows the name on the seat. Given only on pages of companies. */
  readonly occupantOf?: ((seat: S) => Occupant | undefined) | undefined;
  /** True while no seat can be chosen. */
  readonly disabled?: boolean;
}

/**
 * A bus's seats as checkboxes, deck by deck. Announces changes politely to screen readers, except the loss of chosen
 * seats. The page itself reports that loss.
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
  occupantOf,
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
      occupantOf={occupantOf}
    />
  );

  return (
    <fieldset class={occupantOf ? 'seat-map named' : 'seat-map'}>
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
      <Legend
        states={new Set(states.values())}
        kept={new Set(seats.map((seat) => signOf(seat, states.get(seat.seat_number) ?? 'available')))}
      />
      <SeatNews states={states} selected={selected} />
    </fieldset>
  );
}

/** The number of seats chosen on a deck that is not shown. */
const ChosenHere = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <>
      <span class="chosen-here" aria-hidden="true">
        {digits(count)}
      </span>
      <span class="sr-only">, {w.value.chosenHere(digits(count))}</span>
    </>
  );
