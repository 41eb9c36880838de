import { type KeptSeat, type SeatPlace, byPlace } from '../fleet/seat-layout.ts';
import { keyOfSeat } from '../fleet/seat-numbers.ts';
import type { SeatId, SeatNumber } from '../kernel/ids.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import { sharePart } from '../trips/sections.ts';
import type { OnSection } from './ports.ts';

/** A request to move the passengers of one seat of the old bus to one seat of the new bus. */
export interface Assignment {
  readonly seat: SeatNumber;
  readonly newSeat: SeatNumber;
}

/** A sold seat of the old bus, with the section for which it is sold. */
interface SoldPlace extends SeatPlace, OnSection {}

/** A seat of the new bus that is sold on a section and stays sold. */
interface Staying extends OnSection {
  readonly id: SeatId;
}

export interface Seated<Sold extends SoldPlace> {
  readonly sold: Sold;
  readonly seat: KeptSeat;
}

export interface Seating<Sold extends SoldPlace> {
  /**
   * Passengers with a new seat, ordered by their first stop, then by the old bus's map. `unseated` has the same order.
   */
  readonly seated: readonly Seated<Sold>[];
  /** Sold seats that get no new seat. */
  readonly unseated: readonly Sold[];
}

type Rule<Sold> = (one: Sold, seat: KeptSeat) => boolean;

/**
 * Gives the passengers of one bus seats on another bus. Tries in this order: the assigned seat, the seat of the same
 * number, a free seat of the same type, any free seat. Each of these rules is tried for all passengers before the next
 * rule. Passengers are ordered by first stop, then by the old bus's map. If somebody finds no seat, all passengers
 * without an assigned seat are placed again. Each passenger then gets, in the same order, the first free seat of the
 * new bus's map. The assignments must be valid.
 */
export function assignSeats<Sold extends SoldPlace>(
  sold: readonly Sold[],
  map: readonly KeptSeat[],
  assignments: readonly Assignment[],
  staying: readonly Staying[] = [],
): Seating<Sold> {
  const inOrder = [...sold].sort((one, other) => firstStop(one) - firstStop(other) || byPlace(one, other));
  const active = map.filter(({ isActive }) => isActive).sort(byPlace);
  const assigned = new Map(assignments.map(({ seat, newSeat }) => [seat, newSeat]));

  const place = (rules: readonly Rule<Sold>[]): ReadonlyMap<Sold, KeptSeat> => {
    const seats = new Map<Sold, KeptSeat>();
    const taken = new Map(active.map((seat) => [seat, staying.filter(({ id }) => id === seat.id) as OnSection[]]));
    const isFree = (seat: KeptSeat, { section }: Sold): boolean =>
      !taken.get(seat)?.some((other) => sharePart(other.section, section));
    for (const suits of rules) {
      for (const one of inOrder.filter((passenger) => !seats.has(passenger))) {
        const seat = active.find((candidate) => suits(one, candidate) && isFree(candidate, one));
        if (!seat) continue;
        seats.set(one, seat);
        taken.get(seat)?.push(one);
      }
    }
    return seats;
  };

  const asAssigned: Rule<Sold> = ({ number }, seat) => seat.number === assigned.get(number);
  const any: Rule<Sold> = () => true;
  const first = place([
    asAssigned,
    ({ number }, seat) => seat.number === number,
    ({ number }, seat) => keyOfSeat(seat.number) === keyOfSeat(number),
    ({ type }, seat) => seat.type === type,
    any,
  ]);
  const anew = first.size < inOrder.length ? place([asAssigned, any]) : first;
  const seats = anew.size === inOrder.length ? anew : first;
  return {
    seated: inOrder.flatMap((one) => {
      const seat = seats.get(one);
      return seat ? [{ sold: one, seat }] : [];
    }),
    unseated: inOrder.filter((one) => !seats.has(one)),
  };
}

const firstStop = ({ section }: OnSection): number => section?.from ?? 0;

/**
 * Refuses assignments of seats that are not sold, and assignments to seats that are not in use. Also refuses two
 * assignments of one old seat. Passengers may share a new seat if their sections have no part of the trip in common.
 */
export function refuseFaulty(
  assignments: readonly Assignment[],
  sold: readonly SoldPlace[],
  map: readonly KeptSeat[],
  staying: readonly Staying[] = [],
): void {
  const soldNumbers = new Set(sold.map(({ number }) => number));
  const active = new Map(map.flatMap(({ number, id, isActive }) => (isActive ? [[number, id]] : [])));
  const passengersOf = ({ seat }: Assignment): readonly OnSection[] => sold.filter(({ number }) => number === seat);
  const share = (some: readonly OnSection[], others: readonly OnSection[]): boolean =>
    some.some(({ section }) => others.some((other) => sharePart(section, other.section)));
  const newSeats = assignments.flatMap((assignment, index): readonly Fault[] => {
    const { newSeat } = assignment;
    const field = `assignments[${index}].new_seat_number`;
    const id = active.get(newSeat);
    if (id === undefined) return [{ field, message: 'is no seat in use on the other bus' }];
    const passengers = passengersOf(assignment);
    const stay = staying.filter((one) => one.id === id);
    if (share(passengers, stay)) return [{ field, message: 'is sold to passengers who have arrived' }];
    const before = assignments.findIndex(
      (other) => other.newSeat === newSeat && (other === assignment || share(passengersOf(other), passengers)),
    );
    return before < index ? [{ field, message: `is named before, at assignments[${before}]` }] : [];
  });
  refuseFaults([
    ...assignments.flatMap(({ seat }, index) =>
      soldNumbers.has(seat)
        ? []
        : [{ field: `assignments[${index}].seat_number`, message: 'is no seat that is sold on this trip' }],
    ),
    ...repeats(assignments, ({ seat }) => seat).map(({ index, first }) => ({
      field: `assignments[${index}].seat_number`,
      message: `is named before, at assignments[${first}]`,
    })),
    ...newSeats,
  ]);
}
