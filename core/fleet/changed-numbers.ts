import type { SeatId, SeatNumber } from '../kernel/ids.ts';
import type { WantedSeat } from './seat-layout.ts';

/** BLOCKED: nobody can have it, or it is gone from the map. */
export type SeatState = 'LOCKED' | 'AVAILABLE' | 'BOOKED' | 'BLOCKED';

/** What is taken of the seats before and after; nobody has the others. */
export type TakenSeats = ReadonlyMap<SeatId, Exclude<SeatState, 'AVAILABLE'>>;

/** The numbers that mean something else on a trip than before, by what they are now: BLOCKED where no seat is. */
export function changedNumbers(
  before: readonly WantedSeat[],
  after: readonly WantedSeat[],
  taken: TakenSeats,
): ReadonlyMap<SeatState, readonly SeatNumber[]> {
  const stateOf = ({ id, isActive }: WantedSeat): SeatState =>
    isActive ? (id !== undefined && taken.get(id)) || 'AVAILABLE' : 'BLOCKED';
  const states = (seats: readonly WantedSeat[]) => new Map(seats.map((seat) => [seat.number, stateOf(seat)]));
  const [was, is] = [states(before), states(after)];
  const changed = new Map<SeatState, SeatNumber[]>();
  for (const number of new Set([...was.keys(), ...is.keys()])) {
    const state = is.get(number) ?? 'BLOCKED';
    if (state !== (was.get(number) ?? 'BLOCKED')) changed.set(state, [...(changed.get(state) ?? []), number].sort());
  }
  return changed;
}
