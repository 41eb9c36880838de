import { ELDERLY_AGE, type KeptFor } from '../fleet/kept-seats.ts';
import { keyOfSeat } from '../fleet/seat-numbers.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import type { KeptSeats } from '../seats/kept-seats.ts';
import type { SoldPassenger } from '../seats/sold-passenger.ts';
import type { GivenPassenger } from './seat-passengers.ts';

type Judged = Pick<SoldPassenger, 'gender' | 'age' | 'need'>;

interface Rule {
  /** The detail of a passenger that decides. */
  readonly detail: keyof Judged;
  readonly fits: (passenger: Judged) => boolean;
  /** The field of a request that gives the detail. */
  readonly field: string;
  readonly message: string;
}

/** For each kind of kept seat: who may sit there, and the field that says so. */
const RULES: Readonly<Record<KeptFor, Rule>> = {
  WOMEN: {
    detail: 'gender',
    fits: ({ gender }) => gender === 'F' || gender === 'O',
    field: 'gender',
    message: 'must be F or O: the seat is kept for women',
  },
  DISABLED: {
    detail: 'need',
    fits: ({ need }) => need === 'DISABLED',
    field: 'needs',
    message: 'must be DISABLED: the seat is kept for people with disabilities',
  },
  ELDERLY: {
    detail: 'age',
    fits: ({ age }) => age !== null && age >= ELDERLY_AGE,
    field: 'age',
    message: `must be ${ELDERLY_AGE} or more: the seat is kept for elderly people`,
  },
};

/** The passengers of a request, and the seats that are kept for others. */
interface Seated {
  readonly kept: KeptSeats;
  /** The passengers who want seats, in the order of the seats. */
  readonly passengers: readonly SoldPassenger[];
  /** The passengers as the request lists them. */
  readonly given: readonly Pick<GivenPassenger, 'seat'>[];
  /**
   * The passengers who have their seats already. They keep a seat that is not meant for them, unless the request
   * changes the detail that the seat asks for.
   */
  readonly before?: readonly SoldPassenger[];
}

/**
 * Refuses passengers on seats that are kept for others. A fault names the passenger as the request lists them; a
 * passenger whom the request leaves out is named by the position of the seat.
 */
export function refuseKeptSeats({ kept, passengers, given, before = [] }: Seated): void {
  if (kept.size === 0) return;
  const present = new Map(before.map((passenger) => [passenger.seat, passenger]));
  refuseFaults(
    passengers.flatMap((passenger, position): readonly Fault[] => {
      const keptFor = kept.get(passenger.seat);
      if (!keptFor) return [];
      const { detail, fits, field, message } = RULES[keptFor];
      if (fits(passenger)) return [];
      const sitting = present.get(passenger.seat);
      if (sitting && (sitting[detail] ?? null) === (passenger[detail] ?? null)) return [];
      const listed = indexOfSeat(given, passenger);
      return [{ field: `passengers[${listed === -1 ? position : listed}].${field}`, message }];
    }),
  );
}

/** The last passenger that the request lists for a seat, because that one counts. A number as spelled wins. */
function indexOfSeat(given: Seated['given'], { seat }: Pick<SoldPassenger, 'seat'>): number {
  const exact = given.findLastIndex((one) => one.seat === seat);
  return exact === -1 ? given.findLastIndex((one) => keyOfSeat(one.seat) === keyOfSeat(seat)) : exact;
}
