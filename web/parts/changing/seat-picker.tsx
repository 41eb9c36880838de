import type { Signal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import type { SeatState } from '../seat-map/grid.ts';
import { SeatMap } from '../seat-map/seat-map.tsx';

const STATES: Readonly<Record<Schemas['Seat']['status'], SeatState>> = {
  AVAILABLE: 'available',
  LOCKED: 'held',
  LOCKED_BY_ME: 'yours',
  BOOKED: 'taken',
  BLOCKED: 'blocked',
};

/** A seat map to choose as many seats as a booking has. The booking's own seats on the trip can be chosen, too. */
export function SeatPicker({
  map,
  count,
  own,
  chosen,
  chosenOf,
  takesBlocked = false,
}: {
  readonly map: Schemas['MappedSeats'];
  readonly count: number;
  readonly own: readonly string[];
  readonly chosen: Signal<readonly string[]>;
  /** The sentence that counts the chosen seats. */
  readonly chosenOf: (chosen: string, all: string) => string;
  /** True on pages of companies, which may choose seats that they have blocked. */
  readonly takesBlocked?: boolean;
}) {
  const stateOf = ({ seat_number: seat, status }: Schemas['Seat']): SeatState =>
    own.includes(seat) ? 'yours' : STATES[status];
  /** If too many seats are chosen, unchooses the seat that was chosen first. */
  const toggle = (seat: string): void => {
    const isChosen = chosen.value.includes(seat);
    chosen.value = isChosen ? chosen.value.filter((other) => other !== seat) : [...chosen.value, seat].slice(-count);
  };
  const free: readonly SeatState[] = takesBlocked ? ['available', 'yours', 'blocked'] : ['available', 'yours'];
  return (
    <>
      <SeatMap
        seats={map.seats}
        rows={map.rows}
        cols={map.cols}
        deckCount={map.deck_count}
        fare={map.fare}
        selected={new Set(chosen.value)}
        stateOf={stateOf}
        canChoose={(seat) => free.includes(stateOf(seat))}
        onToggle={({ seat_number: seat }) => toggle(seat)}
      />
      <p role="status" class="faint">
        {chosenOf(digits(chosen.value.length), digits(count))}
      </p>
    </>
  );
}
