import type { SeatNumber } from '../kernel/ids.ts';
import { type Section, isSameSection, overlaps } from '../kernel/section.ts';
import type { SeatState } from './seat-state.ts';

/** A section of a trip (from one stop to a later one) on which a seat is held, sold or blocked. */
export interface TakenSection extends Section {
  readonly seat: SeatNumber;
  readonly status: Exclude<SeatState, 'AVAILABLE'>;
}

/** The seats of a trip with intermediate stops: the seat numbers in use, and the sections on which seats are taken. */
export interface RoadState {
  readonly inUse: readonly SeatNumber[];
  readonly taken: readonly TakenSection[];
}

interface RoadChange {
  readonly seats: readonly SeatNumber[];
  readonly section: Section;
  readonly status: SeatState;
}

/**
 * The changes between two states of the seats of a trip. First come changes of the whole trip (`road`): seat numbers no
 * longer in use become BLOCKED, new numbers AVAILABLE. Then come the sections on which seats became free, then sections
 * on which seats became taken.
 */
export function changesOfRoad(road: Section, before: RoadState, after: RoadState): readonly RoadChange[] {
  const isIn = (taken: readonly TakenSection[], one: TakenSection): boolean =>
    taken.some((other) => other.seat === one.seat && other.status === one.status && isSameSection(other, one));
  const isFree = (one: TakenSection): boolean =>
    after.inUse.includes(one.seat) && !after.taken.some((other) => other.seat === one.seat && overlaps(other, one));
  const on =
    (section: Section, status: RoadChange['status']) =>
    (seat: SeatNumber): OneChange => ({ seat, section, status });
  return grouped([
    ...before.inUse.filter((seat) => !after.inUse.includes(seat)).map(on(road, 'BLOCKED')),
    ...after.inUse.filter((seat) => !before.inUse.includes(seat)).map(on(road, 'AVAILABLE')),
    ...before.taken
      .filter((one) => before.inUse.includes(one.seat) && !isIn(after.taken, one) && isFree(one))
      .map((one) => on(one, 'AVAILABLE')(one.seat)),
    ...after.taken
      .filter((one) => after.inUse.includes(one.seat) && !(isIn(before.taken, one) && before.inUse.includes(one.seat)))
      .map((one) => on(one, one.status)(one.seat)),
  ]);
}

interface OneChange {
  readonly seat: SeatNumber;
  readonly section: Section;
  readonly status: RoadChange['status'];
}

/** Groups the changes by section and status, in the order of the first change of each group. */
function grouped(changes: readonly OneChange[]): readonly RoadChange[] {
  const groups = new Map<string, RoadChange>();
  for (const { seat, section, status } of changes) {
    const { from, to } = section;
    const key = `${from} ${to} ${status}`;
    const seats = [...(groups.get(key)?.seats ?? []), seat].sort();
    groups.set(key, { seats, section: { from, to }, status });
  }
  return [...groups.values()];
}
