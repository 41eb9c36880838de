import { bySeatNumber } from '../fleet/seat-numbers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { cut } from '../kernel/text.ts';
import type { SeatPassenger } from '../seats/ports.ts';

/** A seat's passenger, as the request describes them. */
export interface GivenPassenger {
  readonly seat: SeatNumber;
  readonly name: string;
  /** The age from the request, unchecked. */
  readonly age: unknown;
  readonly gender: string;
  readonly boardingPoint: string;
  readonly droppingPoint: string;
  /** The passenger's needs; none by default. */
  readonly needs?: readonly Need[] | undefined;
}

export const NEEDS = ['DISABLED'] as const;
export type Need = (typeof NEEDS)[number];

/** The longest name of a passenger, or of a boarding or dropping point, in characters. */
export const LONGEST_TEXT = 150;
/** The highest age of a passenger, in years. */
export const OLDEST = 150;
const NOBODY: Omit<GivenPassenger, 'seat'> = { name: '', age: null, gender: '', boardingPoint: '', droppingPoint: '' };

/**
 * Returns one passenger for each seat, in the order of the seats. Ignores passengers of other seats. If the request
 * names several passengers for a seat, the last one is used. A passenger without a name gets the name `otherwise`.
 */
export function seatPassengers(
  seats: readonly SeatNumber[],
  given: readonly GivenPassenger[],
  otherwise = '',
): readonly SeatPassenger[] {
  const passengerOn = bySeatNumber(given, ({ seat }) => seat);
  return seats.map((seat) => {
    const { name, age, gender, boardingPoint, droppingPoint } = passengerOn(seat) ?? NOBODY;
    return {
      seat,
      name: cut(name, LONGEST_TEXT) || otherwise,
      age: ageOf(age),
      gender: gender === 'M' || gender === 'F' || gender === 'O' ? gender : null,
      boardingPoint: cut(boardingPoint, LONGEST_TEXT),
      droppingPoint: cut(droppingPoint, LONGEST_TEXT),
    };
  });
}

/** The age in whole years from 0 to 150, from a number or ASCII digits. Null for anything else. */
export function ageOf(given: unknown): number | null {
  const age = typeof given === 'string' && /^[0-9]{1,150}$/.test(given.trim()) ? Number(given) : given;
  return typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= OLDEST ? age : null;
}
