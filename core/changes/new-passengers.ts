import type { BookedSeat } from '../bookings/booked-seats.ts';
import { ageOf, type GivenPassenger, LONGEST_TEXT } from '../bookings/seat-passengers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { cut } from '../kernel/text.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { Points } from '../trips/points.ts';
import { MOST_NAME_CHANGES } from './passenger-changes.ts';
import { nameChangesUsed } from './refusals.ts';

/** A passenger on a new seat, with the number of changes of their name. */
export type NewPassenger = SeatPassenger & Pick<BookedSeat, 'nameChanges'>;

/** The passenger of a place, whom nobody has named. */
const NOBODY = { name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '', nameChanges: 0 } as const;

interface Moving {
  /** The booking's seats, in the order of the map. Empty for places. */
  readonly before: readonly BookedSeat[];
  /** The new seats, in the order of the map. */
  readonly seats: readonly SeatNumber[];
  readonly given: readonly GivenPassenger[];
  readonly points: Points;
}

/**
 * Gives the passengers of a booking new seats, in the order of the map. Points that the new trip lacks become empty.
 * Given details replace those from before; another name counts as a change.
 *
 * @throws Refusal NAME_CHANGES_USED
 */
export function newPassengers({ before, seats, given, points }: Moving): readonly NewPassenger[] {
  const bySeat = new Map(given.map((passenger) => [passenger.seat, passenger]));
  return withinLimit(
    seats.map((seat, index) => {
      const { id: _, boardedAt: __, ...passenger } = { id: null, boardedAt: null, ...(before[index] ?? NOBODY) };
      const moved = {
        ...passenger,
        boardingPoint: keptPoint(passenger.boardingPoint, points.boardingPoints),
        droppingPoint: keptPoint(passenger.droppingPoint, points.droppingPoints),
        seat,
      };
      return overridden(moved, bySeat.get(seat));
    }),
  );
}

/**
 * The passengers after an exchange of seats on one trip. Whoever keeps their seat stays there, and the others take the
 * new seats in the order of the map.
 *
 * @throws Refusal NAME_CHANGES_USED
 */
export function exchangedPassengers({ before, seats, given }: Omit<Moving, 'points'>): readonly NewPassenger[] {
  const bySeat = new Map(given.map((passenger) => [passenger.seat, passenger]));
  const leaving = before.filter(({ seat }) => !seats.includes(seat));
  const coming = seats.filter((seat) => before.every((one) => one.seat !== seat));
  return withinLimit(
    seats.map((seat) => {
      const present = before.find((one) => one.seat === seat) ?? leaving[coming.indexOf(seat)];
      const { id: _, boardedAt: __, ...passenger } = { id: null, boardedAt: null, ...(present ?? NOBODY) };
      return overridden({ ...passenger, seat }, bySeat.get(seat));
    }),
  );
}

const keptPoint = (name: string, points: Points['boardingPoints']): string =>
  points.some((point) => point.name === name) ? name : '';

/** The passenger with the details that the request names. An empty text names nothing. */
function overridden(passenger: NewPassenger, given: GivenPassenger | undefined): NewPassenger {
  if (!given) return passenger;
  const name = cut(given.name, LONGEST_TEXT);
  const { gender } = given;
  const isRenamed = name !== '' && name !== passenger.name.trim();
  return {
    ...passenger,
    ...(isRenamed && { name, nameChanges: passenger.nameChanges + 1 }),
    ...(given.age !== undefined && given.age !== null && { age: ageOf(given.age) }),
    ...((gender === 'M' || gender === 'F' || gender === 'O') && { gender }),
    ...(given.boardingPoint !== '' && { boardingPoint: cut(given.boardingPoint, LONGEST_TEXT) }),
    ...(given.droppingPoint !== '' && { droppingPoint: cut(given.droppingPoint, LONGEST_TEXT) }),
  };
}

function withinLimit(passengers: readonly NewPassenger[]): readonly NewPassenger[] {
  const over = passengers.filter(({ nameChanges }) => nameChanges > MOST_NAME_CHANGES).map(({ seat }) => seat);
  if (over.length > 0) throw nameChangesUsed(over);
  return passengers;
}
