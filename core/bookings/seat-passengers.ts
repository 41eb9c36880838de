import { bySeatNumber } from '../fleet/seat-numbers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { invalidField } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import type { Need, SoldPassenger, Wish } from '../seats/sold-passenger.ts';

/** A seat's passenger, as the request describes them. */
export interface GivenPassenger {
  readonly seat: SeatNumber;
  readonly name: string;
  /** The age from the request, unchecked. */
  readonly age: unknown;
  readonly gender: string;
  readonly boardingPoint: string;
  readonly droppingPoint: string;
  /** The passenger's need; none by default. */
  readonly need?: Need | undefined;
  /** The passenger's wish; none by default. Only a booking that passengers make themselves takes one. */
  readonly wish?: Wish | undefined;
}

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
): readonly SoldPassenger[] {
  const passengerOn = bySeatNumber(given, ({ seat }) => seat);
  return seats.map((seat) => {
    const { name, age, gender, boardingPoint, droppingPoint, need, wish } = passengerOn(seat) ?? NOBODY;
    return {
      seat,
      name: cut(name, LONGEST_TEXT) || otherwise,
      age: ageOf(age),
      gender: gender === 'M' || gender === 'F' || gender === 'O' ? gender : null,
      boardingPoint: cut(boardingPoint, LONGEST_TEXT),
      droppingPoint: cut(droppingPoint, LONGEST_TEXT),
      ...(need && { need }),
      ...(wish && { wish }),
    };
  });
}

/**
 * Refuses a wish about the seat beside unless the passenger travels alone. A booking on a bus without a seat map has no
 * seats, so it takes no wish.
 */
export function refuseWishUnlessAlone(given: readonly GivenPassenger[], seats: readonly SeatNumber[]): void {
  const wishing = given.findIndex(({ wish }) => wish !== undefined);
  if (wishing === -1 || seats.length === 1) return;
  const field = `passengers[${wishing}].wish`;
  throw seats.length === 0
    ? invalidField(field, 'wish must be left out on a bus without a seat map.')
    : invalidField(field, 'wish must be left out unless the booking is for one seat.');
}

/** The age in whole years from 0 to 150, from a number or ASCII digits. Null for anything else. */
export function ageOf(given: unknown): number | null {
  const age = typeof given === 'string' && /^[0-9]{1,150}$/.test(given.trim()) ? Number(given) : given;
  return typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= OLDEST ? age : null;
}
