import type { Booking } from '../bookings/booking.ts';
import type { GivenPassenger } from '../bookings/seat-passengers.ts';
import { isId, type SeatNumber, type TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { invalidField } from '../kernel/refusal.ts';
import type { Section } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';

/** A request to change a booking to another trip, or to other seats. Undefined fields were left out. */
export interface AskedChange {
  /** The id of the new trip: any whole number. There may be no such trip. */
  readonly tripId: number;
  readonly seatNumbers: readonly SeatNumber[] | undefined;
  /** The wanted number of seats, unchecked; any whole number. */
  readonly seats: number | undefined;
  /** The section of the new trip. The whole road by default. */
  readonly section?: Section | undefined;
  readonly passengers: readonly GivenPassenger[];
  /** The amounts of the quote that the caller has seen. */
  readonly toPay: Paisa | undefined;
  readonly toRefund: Paisa | undefined;
}

export const askedTrip = ({ tripId }: Pick<AskedChange, 'tripId'>): TripId | undefined =>
  isId(tripId) ? (tripId as TripId) : undefined;

/**
 * The wanted seats, without duplicates. Empty on a bus without a seat map, and undefined if a quote names none.
 *
 * @throws Refusal VALIDATION unless these are as many seats as the booking has.
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
 * Refuses another number of seats while the trip is unknown. Either kind of seats may be right for the trip then. So a
 * request is refused only if each kind of seats that it names has the wrong number.
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
