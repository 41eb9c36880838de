import { ELDERLY_AGE, type KeptFor } from '../fleet/kept-seats.ts';
import { keyOfSeat } from '../fleet/seat-numbers.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import type { KeptSeats } from '../seats/kept-seats.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { GivenPassenger } from './seat-passengers.ts';

type Judged = Pick<SeatPassenger, 'gender' | 'age'> & Pick<GivenPassenger, 'needs'>;

/** For each kind of kept seat: who may sit there, and the field that says so. */
const RULES: Readonly<
  Record<KeptFor, { readonly fits: (passenger: Judged) => boolean; readonly field: string; readonly message: string }>
> = {
  WOMEN: {
    fits: ({ gender }) => gender === 'F' || gender === 'O',
    field: 'gender',
    message: 'must be F or O: the seat is kept for women',
  },
  DISABLED: {
    fits: ({ needs }) => needs?.includes('DISABLED') === true,
    field: 'needs',
    message: 'must be DISABLED: the seat is kept for people with disabilities',
  },
  ELDERLY: {
    fits: ({ age }) => age !== null && age >= ELDERLY_AGE,
    field: 'age',
    message: `must be ${ELDERLY_AGE} or more: the seat is kept for elderly people`,
  },
};

/**
 * Refuses passengers on seats that are kept for others. A fault names the passenger as the request lists them; a
 * passenger whom the request leaves out is named by the position of the seat.
 */
export function refuseKeptSeats(
  kept: KeptSeats,
  passengers: readonly SeatPassenger[],
  given: readonly GivenPassenger[],
): void {
  if (kept.size === 0) return;
  refuseFaults(
    passengers.flatMap((passenger, position): readonly Fault[] => {
      const keptFor = kept.get(passenger.seat);
      if (!keptFor) return [];
      const listed = indexOfSeat(given, passenger);
      const { fits, field, message } = RULES[keptFor];
      if (fits({ ...passenger, needs: given[listed]?.needs })) return [];
      return [{ field: `passengers[${listed === -1 ? position : listed}].${field}`, message }];
    }),
  );
}

/** The last passenger that the request lists for a seat, because that one counts. A number as spelled wins. */
function indexOfSeat(given: readonly GivenPassenger[], { seat }: Pick<SeatPassenger, 'seat'>): number {
  const exact = given.findLastIndex((one) => one.seat === seat);
  return exact === -1 ? given.findLastIndex((one) => keyOfSeat(one.seat) === keyOfSeat(seat)) : exact;
}
