import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { digits } from '../../words/digits.ts';
import type { Action } from './kept.ts';
import type { Passenger } from './passengers.ts';
import { w } from '../words.ts';

const MARKS = { waiting: '', boarded: '✓', 'no-show': '—' } as const;

/** The row of a passenger. The button Undo is small and far from Board, so that a second tap on Board does not undo. */
export function PassengerRow({
  passenger: { booking, label, name, state, places },
  heading,
  hasWish,
  party,
  onAct,
  onBoardAll,
  onUndo,
}: {
  readonly passenger: Passenger;
  /** A heading above the row, such as the boarding point of this passenger and the next ones. */
  readonly heading?: ComponentChildren;
  /** Whether the row names the passenger's wish to sit beside a woman. */
  readonly hasWish: boolean;
  /** The number of passengers that one button boards together; less than 2 if the row has no such button. */
  readonly party: number;
  readonly onAct: (action: Action) => Promise<void>;
  readonly onBoardAll: () => Promise<void>;
  readonly onUndo: () => void;
}) {
  const words = w.value.trip;
  const isBusy = useSignal(false);
  const once = (work: () => Promise<void>): void => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    void work().finally(() => (isBusy.value = false));
  };
  const act = (action: Action): void => once(() => onAct(action));
  return (
    <li>
      {heading && <h4 class="point">{heading}</h4>}
      <div class={`passenger ${state}`}>
        <div class="passenger-who">
          <span class="seat-label number">{label}</span>
          <span class="passenger-name">
            {name}
            {places > 1 && <span class="faint"> · {words.places(digits(places))}</span>}
            {hasWish && <span class="passenger-state">{words.wish}</span>}
            {state !== 'waiting' && (
              <span class="passenger-state">
                <span aria-hidden="true">{MARKS[state]}</span> {state === 'boarded' ? words.isBoarded : words.isNoShow}
              </span>
            )}
          </span>
          {booking.phone !== null && state !== 'boarded' && (
            <a class="call" href={`tel:${booking.phone}`} aria-label={words.call(name)}>
              <span aria-hidden="true">☎</span>
            </a>
          )}
          {state !== 'waiting' && (
            <button type="button" class="quiet undo" aria-label={words.undo(label)} onClick={onUndo}>
              {words.undoShort}
            </button>
          )}
        </div>
        {state !== 'boarded' && (
          <div class="passenger-actions" aria-busy={isBusy.value}>
            {state === 'waiting' && (
              <button type="button" class="quiet" aria-label={words.noShow(label)} onClick={() => act('NO_SHOW')}>
                {words.noShowShort}
              </button>
            )}
            <button type="button" class="board" aria-label={words.board(label)} onClick={() => act('BOARD')}>
              {words.boardShort}
            </button>
          </div>
        )}
        {party > 1 && (
          <button
            type="button"
            class="wide board-all"
            aria-label={`${words.boardAll(digits(party))}, ${booking.name || name}`}
            onClick={() => once(onBoardAll)}
          >
            {words.boardAll(digits(party))}
          </button>
        )}
      </div>
    </li>
  );
}
