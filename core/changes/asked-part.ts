import type { Booking } from '../bookings/booking.ts';
import type { PassengerMark } from '../boarding/ports.ts';
import { isOnBoard, numbersOf, passengersOf } from '../boarding/passengers.ts';
import { asNumbered } from '../fleet/seat-numbers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { invalidField } from '../kernel/refusal.ts';
import { bookingNotPaid, notSoManyPlaces, placesChanged, seatBoarded } from './refusals.ts';

/**
 * The seats or places that a request wants to cancel, not checked yet. Fields that the request leaves out are
 * undefined.
 */
export interface GivenPart {
  readonly seats?: unknown;
  readonly places?: unknown;
  readonly of?: unknown;
}

/** The checked seats or places that a request wants to cancel. */
export interface AskedPart {
  /** The seat numbers; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly count: number;
  /** The number of places that the caller believes the booking to have; undefined if the request does not say. */
  readonly of: number | undefined;
}

interface Seated {
  /** The booking's seats, also after the booking has ended. Empty on a bus without a seat map. */
  readonly seats: readonly { readonly seat: SeatNumber }[];
}

const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && (given as number) >= 1;

/**
 * Checks the seats or places that a request wants to cancel. Returns undefined if the request names no seats, which
 * means the whole booking.
 *
 * @throws Refusal VALIDATION
 */
export function askedPart({ seats, places, of }: GivenPart, booking: Seated): AskedPart | undefined {
  if (seats === undefined && places === undefined && of === undefined) return undefined;
  if (booking.seats.length > 0) {
    if (places !== undefined) throw invalidField('places', 'places must be left out on a bus with a seat map.');
    if (of !== undefined) throw invalidField('of', 'of must be left out on a bus with a seat map.');
    const named = namedSeats(seats, booking);
    return { seats: named, count: named.length, of: undefined };
  }
  if (seats !== undefined) throw invalidField('seats', 'seats must be left out on a bus without a seat map.');
  if (!isCount(places)) throw invalidField('places', 'places must be a whole number, 1 or more.');
  if (of !== undefined && !isCount(of)) throw invalidField('of', 'of must be a whole number, 1 or more.');
  return { seats: [], count: places, of };
}

function namedSeats(given: unknown, { seats }: Seated): readonly SeatNumber[] {
  const known = new Set<unknown>(seats.map(({ seat }) => seat));
  const numbered = asNumbered(seats.map(({ seat }) => seat));
  const named: unknown[] = Array.isArray(given)
    ? given.map((seat: unknown) => (typeof seat === 'string' ? numbered(seat.trim() as SeatNumber) : seat))
    : [];
  if (named.length === 0) throw invalidField('seats', 'seats must name at least one seat of the booking.');
  if (named.some((seat) => !known.has(seat))) throw invalidField('seats', 'seats must name seats of the booking.');
  return [...new Set(named as SeatNumber[])].sort();
}

/** Whether the request cancels all seats or places that the booking still has. */
export const isWhole = ({ count }: AskedPart, { seatsCount }: Pick<Booking, 'seatsCount'>): boolean =>
  count === seatsCount;

/**
 * Refuses to cancel some seats of an unpaid booking, or more places than the booking has. Also refuses if the booking
 * has another number of places than the caller believes.
 */
export function refuseUnlessThere(part: AskedPart, { status, seatsCount }: Booking): void {
  if (status === 'PENDING_PAYMENT') throw bookingNotPaid();
  if (part.of !== undefined && part.of !== seatsCount) throw placesChanged(seatsCount);
  if (part.count > seatsCount) throw notSoManyPlaces(seatsCount);
}

/** Refuses to cancel seats or places of passengers who are on board. */
export function refuseBoarded(part: AskedPart, booking: Booking, marks: readonly PassengerMark[]): void {
  const aboard = passengersOf(booking, marks).filter(isOnBoard);
  const named = numbersOf(aboard).filter((seat) => part.seats.includes(seat));
  const isTooMany = part.seats.length === 0 && booking.seatsCount - aboard.length < part.count;
  if (named.length > 0 || isTooMany) throw seatBoarded(named);
}
