import type { BookedSeat } from '../bookings/booked-seats.ts';
import { ageOf, LONGEST_TEXT, OLDEST } from '../bookings/seat-passengers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { type Fault, invalidField, refuseFaults } from '../kernel/refusal.ts';
import { lengthOf } from '../kernel/text.ts';
import type { SeatPassenger } from '../seats/sold-passenger.ts';
import { pointKey, type Points } from '../trips/points.ts';
import { nameChangesUsed } from './refusals.ts';

/** New details of the passenger on a seat. An undefined detail stays as it is; null removes the detail. */
export interface PassengerChange {
  readonly seat: SeatNumber;
  /** The name, trimmed. */
  readonly name?: string | null;
  /** The age from the request, which is not checked yet. */
  readonly age?: unknown;
  readonly gender?: string | null;
  readonly boardingPoint?: string | null;
  readonly droppingPoint?: string | null;
}

/** The most times that one passenger's name can be changed. */
export const MOST_NAME_CHANGES = 2;

/**
 * Refuses changes for seats that the booking does not have, and points that the trip does not have. Also refuses other
 * invalid details.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function refuseUnfit(
  seats: readonly SeatPassenger[],
  changes: readonly PassengerChange[],
  points: Points,
): void {
  if (seats.length === 0 && changes.length > 0)
    throw invalidField('passengers', 'passengers must be left out on a bus without a seat map.');
  refuseFaults(changes.flatMap((change, index) => faultsOf(change, index, { seats, changes, points })));
}

/** The seats of a booking with the new details of their passengers. */
export function withChanges(seats: readonly BookedSeat[], changes: readonly PassengerChange[]): readonly BookedSeat[] {
  const bySeat = new Map(changes.map((change) => [change.seat, change]));
  return seats.map((seat) => withChange(seat, bySeat.get(seat.seat)));
}

interface Context {
  readonly seats: readonly SeatPassenger[];
  readonly changes: readonly PassengerChange[];
  readonly points: Points;
}

function faultsOf(change: PassengerChange, index: number, { seats, changes, points }: Context): readonly Fault[] {
  const at = (field: string, message: string | undefined): readonly Fault[] =>
    message === undefined ? [] : [{ field: `passengers[${index}].${field}`, message }];
  const present = seats.find(({ seat }) => seat === change.seat);
  if (!present) return at('seat_number', 'must be a seat of this booking');
  const isRepeated = changes.findIndex(({ seat }) => seat === change.seat) < index;
  const { age, gender } = change;
  return [
    ...at('seat_number', isRepeated ? 'must not be named twice' : undefined),
    ...at('name', nameFault(change.name)),
    ...at('age', isNone(age) || ageOf(age) !== null ? undefined : `must be a whole number from 0 to ${OLDEST}`),
    ...at('gender', isNone(gender) || isGender(gender) ? undefined : 'must be M, F or O'),
    ...at('boarding_point', pointFault(change.boardingPoint, present.boardingPoint, points.boardingPoints)),
    ...at('dropping_point', pointFault(change.droppingPoint, present.droppingPoint, points.droppingPoints)),
  ];
}

const isNone = (given: unknown): given is null | undefined => given === null || given === undefined;

function nameFault(name: string | null | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (name === null || name === '') return 'must not be empty';
  return lengthOf(name) > LONGEST_TEXT ? `must have at most ${LONGEST_TEXT} characters` : undefined;
}

const isGender = (text: string): text is 'M' | 'F' | 'O' => text === 'M' || text === 'F' || text === 'O';

/**
 * The fault of a boarding or dropping point. A point is valid if the trip has it, if the passenger already has it, or
 * if it is empty.
 */
const pointFault = (
  wanted: string | null | undefined,
  present: string,
  points: Points['boardingPoints'],
): string | undefined =>
  isNone(wanted) || ['', pointKey(present), ...points.map(({ name }) => pointKey(name))].includes(pointKey(wanted))
    ? undefined
    : 'must be a point of the trip';

function withChange(present: BookedSeat, change: PassengerChange | undefined): BookedSeat {
  if (!change) return present;
  const { name, age, gender, boardingPoint, droppingPoint } = change;
  const isRenamed = typeof name === 'string' && name !== present.name.trim();
  return {
    ...present,
    ...(isRenamed && { name, nameChanges: present.nameChanges + 1 }),
    ...(age !== undefined && { age: ageOf(age) }),
    ...(gender !== undefined && { gender: gender !== null && isGender(gender) ? gender : null }),
    ...(boardingPoint !== undefined && { boardingPoint: boardingPoint ?? '' }),
    ...(droppingPoint !== undefined && { droppingPoint: droppingPoint ?? '' }),
  };
}

/** Throws if a passenger's name was changed more often than is allowed. */
export function refuseMoreNames(seats: readonly BookedSeat[]): void {
  const over = seats.filter(({ nameChanges }) => nameChanges > MOST_NAME_CHANGES).map(({ seat }) => seat);
  if (over.length > 0) throw nameChangesUsed(over);
}
