import type { Signal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import type { SeatState } from '../../parts/seat-map/grid.ts';
import { SeatMap } from '../../parts/seat-map/seat-map.tsx';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';

const STATES: Readonly<Record<Schemas['Seat']['status'], SeatState>> = {
  AVAILABLE: 'available',
  LOCKED: 'held',
  LOCKED_BY_ME: 'yours',
  BOOKED: 'taken',
  BLOCKED: 'blocked',
};

/** The choice of as many seats as a booking has. Its own seats on the same trip can be chosen, too. */
export function SeatPicker({
  map,
  count,
  own,
  chosen,
}: {
  readonly map: Schemas['MappedSeats'];
  readonly count: number;
  readonly own: readonly string[];
  readonly chosen: Signal<readonly string[]>;
}) {
  /** One seat too many replaces the seat that was chosen first. */
  const toggle = (seat: string): void => {
    const isChosen = chosen.value.includes(seat);
    chosen.value = isChosen ? chosen.value.filter((other) => other !== seat) : [...chosen.value, seat].slice(-count);
  };
  return (
    <>
      <SeatMap
        seats={map.seats}
        rows={map.rows}
        cols={map.cols}
        deckCount={map.deck_count}
        fare={map.fare}
        selected={new Set(chosen.value)}
        stateOf={(seat) => (own.includes(seat.seat_number) ? 'yours' : STATES[seat.status])}
        onToggle={({ seat_number: seat }) => toggle(seat)}
      />
      <p role="status" class="faint">
        {w.value.changing.chosenOf(digits(chosen.value.length), digits(count))}
      </p>
    </>
  );
}
