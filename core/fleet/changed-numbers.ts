import type { SeatId, SeatNumber } from '../kernel/ids.ts';
import type { WantedSeat } from './seat-layout.ts';

/** BLOCKED: not for sale, or removed from the map. */
export type SeatState = 'LOCKED' | 'AVAILABLE' | 'BOOKED' | 'BLOCKED';

/** Seats that are taken, before and after. The others are free. */
export type TakenSeats = ReadonlyMap<SeatId, Exclude<SeatState, 'AVAILABLE'>>;

/** Seat numbers whose state on a trip changes with the map, by the new state. Numbers without a seat are BLOCKED. */
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
