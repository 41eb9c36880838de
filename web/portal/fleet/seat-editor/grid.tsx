import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { digits } from '../../../words/digits.ts';
import { w } from '../../words.ts';
import { type DraftSeat, type KeptFor, type Place, repeated, seatAt } from './draft.ts';
import type { Drawing } from './drawing.ts';
import { carry, keep, keysOf, toggle } from './keys.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/**
 * Shows the cells of one deck, row by row. Tab stops at only one cell, and arrow keys move to the other cells. The
 * keyboard can do everything that clicking and dragging can.
 */
export function Grid({
  drawing,
  keeping,
  isMoving,
  onMoved,
}: {
  readonly drawing: Drawing;
  /** The passengers for whom a chosen seat is kept; undefined unless seats are being kept. */
  readonly keeping: KeptFor | undefined;
  /** True while a seat is being moved: the next chosen cell receives the seat at the cursor. */
  readonly isMoving: boolean;
  readonly onMoved: () => void;
}) {
  const { draft, at } = drawing;
  const { rows, cols } = draft.value;
  const { deck } = at.value;
  const grid = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => keysOf(drawing), [drawing]);
  const dragged = useSignal<Place | undefined>(undefined);
  const wrong = repeated(draft.value);

  useEffect(() => {
    if (grid.current?.contains(document.activeElement))
      grid.current.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [at.value]);

  const onClick = (place: Place): void => {
    if (isMoving) {
      carry(drawing, at.value, place);
      onMoved();
      return;
    }
    drawing.goTo(place);
    if (keeping) keep(drawing, place, keeping);
    else if (!seatAt(draft.value, place)) toggle(drawing, place);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (keeping && event.key === 'Enter') {
      event.preventDefault();
      keep(drawing, at.value, keeping);
    } else keys.onKey(event);
  };

  return (
    <div class="editor-scroll">
      <div
        ref={grid}
        role="grid"
        class={isMoving ? 'editor-grid moving' : 'editor-grid'}
        aria-label={w.value.seatEditor.title}
        onKeyDown={onKeyDown}
      >
        {upTo(rows).map((row) => (
          <div key={row} role="row">
            {upTo(cols).map((col) => {
              const place = { deck, row, col };
              const seat = seatAt(draft.value, place);
              const isHere = at.value.row === row && at.value.col === col;
              return (
                <div
                  key={col}
                  role="gridcell"
                  class={classOf(seat, seat !== undefined && wrong.has(seat.seat_number))}
                  tabIndex={isHere ? 0 : -1}
                  aria-label={nameOf(place, seat)}
                  aria-selected={isHere}
                  draggable={seat !== undefined}
                  // The cursor follows the focus, because screen readers move the focus to a cell without pressing
                  // arrow keys.
                  onFocus={() => {
                    if (!isHere && !isMoving) drawing.goTo(place);
                  }}
                  onClick={() => onClick(place)}
                  onDragStart={({ dataTransfer }) => {
                    // The drag carries some data, because Firefox starts no drag without data.
                    dataTransfer?.setData('text/plain', seat?.seat_number ?? '');
                    dragged.value = place;
                  }}
                  onDragOver={(event) => {
                    if (dragged.value && !seat) event.preventDefault();
                  }}
                  onDrop={(event) => {
                    event.preventDefault();
                    if (dragged.value) carry(drawing, dragged.value, place);
                    dragged.value = undefined;
                  }}
                  onDragEnd={() => (dragged.value = undefined)}
                >
                  {seat?.seat_number}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

const classOf = (seat: DraftSeat | undefined, isWrong: boolean): string =>
  seat
    ? ['place', 'taken', !seat.is_active && 'out', seat.kept_for && 'kept', isWrong && 'wrong']
        .filter(Boolean)
        .join(' ')
    : 'place';

function nameOf({ row, col }: Place, seat: DraftSeat | undefined): string {
  const words = w.value.seatEditor;
  if (!seat) return words.free(digits(row), digits(col));
  const name = words.seat(digits(row), digits(col), seat.seat_number);
  return [
    name,
    ...(seat.is_active ? [] : [words.outOfUse]),
    ...(seat.kept_for ? [words.keptFor[seat.kept_for]] : []),
  ].join(', ');
}
