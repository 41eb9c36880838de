import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { money } from '../money.ts';
import { w } from '../../words/seat-map.ts';
import { Cab, Door } from './cab.tsx';
import {
  type Deck,
  type Direction,
  type Occupant,
  type PlacedSeat,
  type SeatState,
  type States,
  nearestTo,
  neighbourOf,
  positionOf,
  signOf,
} from './grid.ts';
import { KeptSign } from './kept-sign.tsx';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface Props<S extends PlacedSeat> {
  readonly deck: Deck<S>;
  readonly cols: number;
  readonly fare: number;
  readonly selected: ReadonlySet<string>;
  readonly states: States;
  readonly onToggle: (seat: S) => void;
  readonly canChoose: (seat: S) => boolean;
  readonly occupantOf?: ((seat: S) => Occupant | undefined) | undefined;
}

/**
 * A deck of the seat map. Tab stops at only one seat, and arrow keys move to the others. Otherwise users would press
 * Tab forty times.
 */
export function DeckGrid<S extends PlacedSeat>({
  deck: { seats, columns, hasDriver, doorRow },
  cols,
  fare,
  selected,
  states,
  onToggle,
  canChoose,
  occupantOf,
}: Props<S>) {
  const grid = useRef<HTMLDivElement>(null);
  const choosable = seats.filter(canChoose);
  /** The seats that arrow keys reach: seats that can be chosen, and seats with a button that opens a booking. */
  const reachable = occupantOf ? seats.filter((seat) => canChoose(seat) || occupantOf(seat)?.open) : choosable;
  /** The seat where Tab stops: the last focused seat, else the first chosen one, else the first free one. */
  const last = useSignal<string | undefined>(undefined);
  const stop = [last.value, ...selected, choosable[0]?.seat_number, reachable[0]?.seat_number].find((number) =>
    reachable.some(({ seat_number }) => seat_number === number),
  );
  const focused = useRef<string | undefined>(undefined);
  const name = (seat: S | undefined): string => CSS.escape(seat?.seat_number ?? '');
  const focus = (seat: S | undefined): void =>
    grid.current
      ?.querySelector<HTMLElement>(`:is([data-seat="${name(seat)}"]:not(:disabled), [data-open="${name(seat)}"])`)
      ?.focus();

  // If somebody else takes the focused seat, the nearest free seat gets the focus.
  useLayoutEffect(() => {
    const lost = seats.find(({ seat_number }) => seat_number === focused.current);
    if (lost && !canChoose(lost)) {
      focused.current = undefined;
      focus(nearestTo(lost, choosable));
    }
  });

  const onKeyDown = (seat: S, event: TargetedKeyboardEvent<HTMLElement>): void => {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focus(neighbourOf(seat, direction, reachable));
  };

  return (
    <div
      ref={grid}
      class="deck-grid"
      style={{ gridTemplateColumns: columns.map((column) => `var(--${column}-column)`).join(' ') }}
    >
      {hasDriver ? <Cab cols={cols} hasDoor={doorRow === 0} /> : <p class="front">{w.value.front}</p>}
      {doorRow === 1 && <Door row={2} />}
      {seats.map((seat) => {
        const { seat_number: number, row, col } = seat;
        const state = states.get(number) ?? 'available';
        const isChosen = selected.has(number);
        const occupant = occupantOf?.(seat);
        const kept = signOf(seat, state);
        return (
          <span
            key={number}
            class={`seat ${isChosen ? 'chosen' : state}`}
            style={{ gridRow: String(row + 1), gridColumn: String(col) }}
          >
            <input
              type="checkbox"
              data-seat={number}
              aria-label={nameOf(seat, state, positionOf(seat, seats, cols), fare)}
              checked={isChosen}
              disabled={!canChoose(seat)}
              tabIndex={number === stop ? 0 : -1}
              onFocus={() => (focused.current = last.value = number)}
              onBlur={() => (focused.current = undefined)}
              onKeyDown={(event) => onKeyDown(seat, event)}
              onChange={(event) => {
                // Resets the checkbox, because only `selected` decides which seats look chosen.
                event.currentTarget.checked = isChosen;
                onToggle(seat);
              }}
            />
            <span class="seat-number" aria-hidden="true">
              {number}
            </span>
            {kept && <KeptSign kind={kept} />}
            {occupant && (
              <OnSeat
                occupant={occupant}
                seat={number}
                isStop={number === stop}
                onFocus={() => (focused.current = last.value = number)}
                onKeyDown={(event) => onKeyDown(seat, event)}
              />
            )}
          </span>
        );
      })}
    </div>
  );
}

/** The passenger's name on a seat, and an invisible button over the whole seat that opens the booking. */
function OnSeat({
  occupant: { name, more, open },
  seat,
  isStop,
  onFocus,
  onKeyDown,
}: {
  readonly occupant: Occupant;
  readonly seat: string;
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
}) {
  return (
    <>
      <span class="seat-who" aria-hidden="true">
        {name}
      </span>
      <span class="seat-more" aria-hidden="true">
        {more}
      </span>
      {open && (
        <button
          type="button"
          class="seat-open"
          data-open={seat}
          aria-label={open.label}
          title={open.label}
          tabIndex={isStop ? 0 : -1}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onClick={open.run}
        />
      )}
    </>
  );
}

/** A seat's name for screen readers: `Seat A1, window, available, Rs 1,200`; `Seat A1, window, taken`. */
function nameOf(seat: PlacedSeat, state: SeatState, position: ReturnType<typeof positionOf>, fare: number): string {
  const words = w.value;
  const price = state === 'available' || state === 'yours' ? [money(fare)] : [];
  const kept = signOf(seat, state);
  return [
    words.seat(seat.seat_number),
    words.positions[position],
    words.states[state],
    ...(kept ? [words.keptFor[kept]] : []),
    ...price,
  ].join(', ');
}
