import { type KeptSeat, type SeatPlace, byPlace } from '../fleet/seat-layout.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';

/** A requested seat on the new bus for the passenger of a seat on the old bus. */
export interface Assignment {
  readonly seat: SeatNumber;
  readonly newSeat: SeatNumber;
}

export interface Seated<Sold extends SeatPlace> {
  readonly sold: Sold;
  readonly seat: KeptSeat;
}

export interface Seating<Sold extends SeatPlace> {
  /** Passengers with a new seat, ordered by the old bus's map, like `unseated`. */
  readonly seated: readonly Seated<Sold>[];
  /** Sold seats that get no new seat. */
  readonly unseated: readonly Sold[];
}

/**
 * Gives the passengers of one bus seats on another. There are four rules: the assigned seat, the same number, a free
 * seat of the same type, any free seat. Each rule is tried for all passengers, in map order, before the next. The
 * assignments must be valid.
 */
export function assignSeats<Sold extends SeatPlace>(
  sold: readonly Sold[],
  map: readonly KeptSeat[],
  assignments: readonly Assignment[],
): Seating<Sold> {
  const inOrder = [...sold].sort(byPlace);
  const free = map.filter(({ isActive }) => isActive).sort(byPlace);
  const seats = new Map<Sold, KeptSeat>();
  const assigned = new Map(assignments.map(({ seat, newSeat }) => [seat, newSeat]));

  const rules: readonly ((one: Sold, seat: KeptSeat) => boolean)[] = [
    ({ number }, seat) => seat.number === assigned.get(number),
    ({ number }, seat) => seat.number === number,
    ({ type }, seat) => seat.type === type,
    () => true,
  ];
  for (const suits of rules) {
    for (const one of inOrder.filter((passenger) => !seats.has(passenger))) {
      const index = free.findIndex((seat) => suits(one, seat));
      const [seat] = index < 0 ? [] : free.splice(index, 1);
      if (seat) seats.set(one, seat);
    }
  }
  return {
    seated: inOrder.flatMap((one) => {
      const seat = seats.get(one);
      return seat ? [{ sold: one, seat }] : [];
    }),
    unseated: inOrder.filter((one) => !seats.has(one)),
  };
}

/** Refuses assignments of unsold seats, to unusable seats, or that name a seat twice. */
export function refuseFaulty(
  assignments: readonly Assignment[],
  sold: readonly SeatPlace[],
  map: readonly KeptSeat[],
): void {
  const soldNumbers = new Set(sold.map(({ number }) => number));
  const active = new Set(map.filter(({ isActive }) => isActive).map(({ number }) => number));
  refuseFaults([
    ...faultsOf(assignments, 'seat_number', ({ seat }) => seat, soldNumbers, 'is no seat that is sold on this trip'),
    ...faultsOf(assignments, 'new_seat_number', ({ newSeat }) => newSeat, active, 'is no seat in use on the other bus'),
  ]);
}

function faultsOf(
  assignments: readonly Assignment[],
  field: string,
  numberOf: (assignment: Assignment) => SeatNumber,
  known: ReadonlySet<SeatNumber>,
  unknown: string,
): readonly Fault[] {
  return [
    ...assignments.flatMap((assignment, index) =>
      known.has(numberOf(assignment)) ? [] : [{ field: `assignments[${index}].${field}`, message: unknown }],
    ),
    ...repeats(assignments, numberOf).map(({ index, first }) => ({
      field: `assignments[${index}].${field}`,
      message: `is named before, at assignments[${first}]`,
    })),
  ];
}
