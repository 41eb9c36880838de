import type { BookedSeat } from '../bookings/booked-seats.ts';
import { ageOf, type GivenPassenger, LONGEST_TEXT } from '../bookings/seat-passengers.ts';
import { bySeatNumber } from '../fleet/seat-numbers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { cut } from '../kernel/text.ts';
import type { SoldPassenger } from '../seats/sold-passenger.ts';
import { pointKey, type Points } from '../trips/points.ts';
import { MOST_NAME_CHANGES } from './passenger-changes.ts';
import { nameChangesUsed } from './refusals.ts';

/** A passenger on a new seat. `nameChanges` says how often the passenger's name was changed. */
export type NewPassenger = SoldPassenger & Pick<BookedSeat, 'nameChanges'>;

/** A passenger without any details. A booking on a bus without a seat map has such passengers. */
const NOBODY = { name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '', nameChanges: 0 } as const;

interface Moving {
  /** The booking's seats, in the order of the seat map. Empty on a bus without a seat map. */
  readonly before: readonly BookedSeat[];
  /** The new seats, in the order of the seat map. */
  readonly seats: readonly SeatNumber[];
  readonly given: readonly GivenPassenger[];
  readonly points: Points;
}

/**
 * Gives the passengers of a booking new seats, in the order of the seat map. A boarding or dropping point that the new
 * trip lacks becomes empty. Details in the request replace the old details; another name counts as a name change.
 *
 * @throws Refusal NAME_CHANGES_USED
 */
export function newPassengers({ before, seats, given, points }: Moving): readonly NewPassenger[] {
  const passengerOn = bySeatNumber(given, ({ seat }) => seat);
  return withinLimit(
    seats.map((seat, index) => {
      const { id: _, boardedAt: __, ...passenger } = { id: null, boardedAt: null, ...(before[index] ?? NOBODY) };
      const moved = {
        ...passenger,
        boardingPoint: keptPoint(passenger.boardingPoint, points.boardingPoints),
        droppingPoint: keptPoint(passenger.droppingPoint, points.droppingPoints),
        seat,
      };
      return overridden(moved, passengerOn(seat));
    }),
  );
}

/**
 * The passengers after an exchange of seats on one trip. A passenger stays on a seat that the booking keeps. Other
 * passengers get the new seats in the order of the seat map.
 *
 * @throws Refusal NAME_CHANGES_USED
 */
export function exchangedPassengers({ before, seats, given }: Omit<Moving, 'points'>): readonly NewPassenger[] {
  const passengerOn = bySeatNumber(given, ({ seat }) => seat);
  const leaving = before.filter(({ seat }) => !seats.includes(seat));
  const coming = seats.filter((seat) => before.every((one) => one.seat !== seat));
  return withinLimit(
    seats.map((seat) => {
      const present = before.find((one) => one.seat === seat) ?? leaving[coming.indexOf(seat)];
      const { id: _, boardedAt: __, ...passenger } = { id: null, boardedAt: null, ...(present ?? NOBODY) };
      return overridden({ ...passenger, seat }, passengerOn(seat));
    }),
  );
}

const keptPoint = (name: string, points: Points['boardingPoints']): string =>
  points.some((point) => pointKey(point.name) === pointKey(name)) ? name : '';

/** The passenger with the details of the request. An empty text in the request changes nothing. */
function overridden(passenger: NewPassenger, given: GivenPassenger | undefined): NewPassenger {
  if (!given) return passenger;
  const name = cut(given.name, LONGEST_TEXT);
  const { gender } = given;
  const isRenamed = name !== '' && name !== passenger.name.trim();
  return {
    ...passenger,
    ...(isRenamed && { name, nameChanges: passenger.nameChanges + 1 }),
    ...(given.age !== undefined && given.age !== null && { age: ageOf(given.age) }),
    ...(given.need && { need: given.need }),
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
