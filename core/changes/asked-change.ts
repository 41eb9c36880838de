import type { Booking } from '../bookings/booking.ts';
import type { GivenPassenger } from '../bookings/seat-passengers.ts';
import { isId, type SeatNumber, type TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { invalidField } from '../kernel/refusal.ts';
import type { JudgePass } from '../trips/sale-opening.ts';
import type { Section } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';

/**
 * A request to change a booking to another trip, or to other seats. Fields that the request leaves out are undefined.
 */
export interface AskedChange {
  /** The requested id of the new trip: any whole number. A trip with this id may not exist. */
  readonly tripId: number;
  readonly seatNumbers: readonly SeatNumber[] | undefined;
  /** The requested number of seats, which is not checked yet; any whole number. */
  readonly seats: number | undefined;
  /** The section of the new trip; from the first stop to the last one by default. */
  readonly section?: Section | undefined;
  readonly passengers: readonly GivenPassenger[];
  /** The amounts that the caller saw in a quote. A change with other amounts is refused. */
  readonly toPay: Paisa | undefined;
  readonly toRefund: Paisa | undefined;
  /** Undefined if the change needs no pass. */
  readonly judgePass?: JudgePass;
}

export const askedTrip = ({ tripId }: Pick<AskedChange, 'tripId'>): TripId | undefined =>
  isId(tripId) ? (tripId as TripId) : undefined;

/**
 * The requested seats, without duplicates. Empty on a bus without a seat map. Undefined if a request for a quote names
 * no seats.
 *
 * @throws Refusal VALIDATION unless the request has as many seats as the booking.
 */
export function askedSeats(
  { seatNumbers, seats }: AskedChange,
  { bus }: Pick<Trip, 'bus'>,
  { seatsCount }: Pick<Booking, 'seatsCount'>,
  isQuote: boolean,
): readonly SeatNumber[] | undefined {
  if (!bus.hasSeatMap) {
    const isGiven = seats !== undefined || !isQuote;
    if (isGiven && seats !== seatsCount) throw otherPlaces(seatsCount);
    return [];
  }
  if (seatNumbers === undefined && isQuote) return undefined;
  const wanted = [...new Set(seatNumbers)];
  if (wanted.length !== seatsCount) throw otherSeats(seatsCount);
  return wanted;
}

/**
 * Refuses a request for an unknown trip if it asks for another number of seats than the booking has. A request may name
 * seats, a number of seats, or both. It is refused only if every given number is wrong.
 */
export function refuseOtherCount(
  { seatNumbers, seats }: AskedChange,
  { seatsCount }: Pick<Booking, 'seatsCount'>,
): void {
  if (seats === seatsCount) return;
  if (seatNumbers !== undefined) {
    if (new Set(seatNumbers).size !== seatsCount) throw otherSeats(seatsCount);
  } else if (seats !== undefined) throw otherPlaces(seatsCount);
}

const otherPlaces = (count: number) => invalidField('seats', `seats must be ${count}, as before.`);

const otherSeats = (count: number) =>
  invalidField(
    'seat_numbers',
    `seat_numbers must name ${count === 1 ? 'one seat' : `${count} seats`}, as many as before.`,
  );
