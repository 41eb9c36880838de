import type { Booking } from '../bookings/booking.ts';
import type { Sender } from '../platform/idempotency.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { PassengerMark } from './ports.ts';
import type { EarlierBoarding, FirstBoarding, Scan } from './scan.ts';

/** All passengers of a booking. Each seat has one entry; on a bus without a seat map, each place has one. */
export function passengersOf(booking: Booking, marks: readonly PassengerMark[]): readonly PassengerMark[] {
  if (marks.some(({ at }) => 'seatId' in at)) return marks;
  return Array.from({ length: booking.seatsCount }, (_, index) => {
    const place = index + 1;
    const known = marks.find(({ at }) => 'place' in at && at.place === place);
    return known ?? { bookingId: booking.id, tripId: booking.tripId, at: { place }, boarding: null, noShowAt: null };
  });
}

/**
 * The passengers that a scan names. Undefined if the scan names a seat that the booking does not have, or more places
 * than it has.
 */
export function scannedPassengers(
  { action, seatIds, places }: Scan,
  passengers: readonly PassengerMark[],
): readonly PassengerMark[] | undefined {
  const hasSeats = passengers.some(({ at }) => 'seatId' in at);
  if (seatIds) {
    const meant = passengers.filter(({ at }) => 'seatId' in at && seatIds.includes(at.seatId));
    return meant.length === seatIds.length ? meant : undefined;
  }
  if (places === undefined) return passengers;
  if (hasSeats || places > passengers.length) return undefined;
  // Passengers whose state the scan would change come first. An undo begins with the passenger on the last place.
  const isDone = action === 'UNDO' ? isUntouched : action === 'BOARD' ? isOnBoard : isMarked;
  const inTurn = action === 'UNDO' ? passengers.toReversed() : passengers;
  const missing = (one: PassengerMark): boolean => action === 'BOARD' && one.noShowAt !== null;
  return [...inTurn]
    .sort((one, other) => Number(isDone(one)) - Number(isDone(other)) || Number(missing(one)) - Number(missing(other)))
    .slice(0, places);
}

export const isOnBoard = ({ boarding }: PassengerMark): boolean => boarding !== null;
export const isMarked = ({ boarding, noShowAt }: PassengerMark): boolean => boarding !== null || noShowAt !== null;
const isUntouched = (one: PassengerMark): boolean => !isMarked(one);

export const isSameSender = (one: Sender, other: Sender): boolean =>
  'deviceId' in one
    ? 'deviceId' in other && one.deviceId === other.deviceId
    : 'userId' in other && one.userId === other.userId;

/** The seat numbers of these passengers, sorted; empty on a bus without a seat map. */
export const numbersOf = (marks: readonly PassengerMark[]): readonly SeatNumber[] =>
  marks.flatMap(({ at }) => ('seatId' in at ? [at.number] : [])).sort();

/** The earliest boarding of these passengers; undefined if nobody has boarded. */
export function firstOf(marks: readonly PassengerMark[]): NonNullable<PassengerMark['boarding']> | undefined {
  return marks.flatMap(({ boarding }) => boarding ?? []).sort((one, other) => one.at - other.at)[0];
}

/** The earliest boarding of these passengers, with its device and all their seats that are on board. */
export const earlierBoarding = (marks: readonly PassengerMark[]): EarlierBoarding | null => {
  const first = firstOf(marks);
  if (!first) return null;
  const { at, by, sender } = first;
  const device = 'deviceId' in sender ? { id: sender.deviceId, name: by } : null;
  return { at, device, seats: numbersOf(marks.filter(isOnBoard)) };
};

export const firstBoarding = (marks: readonly PassengerMark[]): FirstBoarding | null => {
  const first = firstOf(marks);
  return first ? { at: first.at, by: first.by } : null;
};
