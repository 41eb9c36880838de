import { type BookingStatus, isTicketed } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING, npr, toRupees } from '../kernel/money.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import type { notSoldReason } from '../trips/not-bookable.ts';

type Reason = NonNullable<ReturnType<typeof notSoldReason>>;

const WHY: Readonly<Record<Reason, string>> = {
  TRIP_CANCELLED: 'it was cancelled',
  BUS_NOT_APPROVED: 'its bus is not approved',
  BUS_INACTIVE: 'its bus is out of service',
  PAPERS_MISSING: 'the papers of its bus are not complete on the day of travel',
  COMPANY_SUSPENDED: 'the company is suspended',
};

/** Thrown if the company may not sell the trip. `reason` says why. */
export const tripNotSold = refusal('conflict', 'TRIP_NOT_BOOKABLE', (reason: Reason) => ({
  message: `This trip can't be sold: ${WHY[reason]}.`,
  extra: { because: reason },
}));

/**
 * Thrown for a cash refund that exceeds the cash in the shift's till. Undefined if the caller may not know that cash.
 */
export const tillTooLow = refusal('conflict', 'TILL_TOO_LOW', (expected: Paisa | undefined) => ({
  message: `${expected === undefined ? 'The shift holds less cash' : `The shift holds ${npr(expected)}, which is less`} than this refund. Sell for cash first, or let a colleague with more cash pay it.`,
  extra: expected === undefined ? {} : { expected_cash: toRupees(expected) },
}));

/**
 * Thrown for a counted sum that differs from the expected cash, if no note explains it. Undefined if the caller may not
 * know the difference.
 */
export const cashDiffers = refusal('conflict', 'CASH_DIFFERS', (differs: Paisa | undefined) => ({
  message:
    differs === undefined
      ? 'The counted cash is not what should be in the till: count again, or close with a note that says why.'
      : `${npr(differs < 0 ? minus(NOTHING, differs) : differs)} ${differs < 0 ? 'are missing' : 'are too many'}: count again, or close with a note that says why.`,
  extra: differs === undefined ? {} : { difference: toRupees(differs) },
}));

/** Thrown for a sale after somebody reported that the bus has left. */
export const busLeft = refusal(
  'conflict',
  'TRIP_DEPARTED',
  'This bus has left: its seats can be sold only to passengers who are on board.',
);

export const tripOver = refusal('conflict', 'TRIP_ARRIVED', 'This bus has already arrived.');

const placesLeft = (left: number): string =>
  left === 0
    ? 'No place on this bus is left.'
    : `Only ${left} ${left === 1 ? 'place' : 'places'} on this bus ${left === 1 ? 'is' : 'are'} left.`;

/** Thrown for a sale of seats that others have booked or hold. `seats` is empty on a bus without a seat map. */
export const seatsTaken = refusal('conflict', 'SEATS_TAKEN', (seats: readonly SeatNumber[], left?: number) => ({
  message:
    left === undefined
      ? `Taken by somebody else: ${seats.join(', ')}. Nothing was sold.`
      : `${placesLeft(left)} Nothing was sold.`,
  extra: { seats },
}));

/** Thrown if `paid_by` names an unknown way to pay, or a way that takes no new payments. */
export const paidByOff = (names: readonly string[]) =>
  invalidField('paid_by', `paid_by must be one of ${names.join(', ')}.`);

/** Thrown for a change with a price difference to pay, if the request does not say how the customer pays. */
export const paidByMissing = () => invalidField('paid_by', 'paid_by must say how the difference is paid: CASH or QR.');

/** Thrown for a request about a counter sale if the booking was made online. */
export const notCounterSale = refusal(
  'conflict',
  'NOT_COUNTER_SALE',
  'This booking was made online: its passenger pays it.',
);

/** Thrown if the seller wants to take money for a sale that is already paid or has ended. */
export const saleClosed = refusal('conflict', 'BOOKING_CLOSED', (status: BookingStatus) =>
  isTicketed(status) ? 'This sale is already paid.' : 'This sale has ended unpaid: sell the seats again.',
);

export const noSeatNamed = () => invalidField('seat_numbers', 'seat_numbers must name at least one seat.');
export const tooManySeats = (most: number) =>
  invalidField('seat_numbers', `seat_numbers must name at most ${most} seats.`);
export const seatUnknown = (index: number) =>
  invalidField(`seat_numbers[${index}]`, `seat_numbers[${index}] must be a seat in use on this bus.`);
export const notSoManyPlaces = (most: number) =>
  invalidField('seats', `seats must be a whole number from 1 to ${most}.`);
export const badContactEmail = () => invalidField('contact.email', 'contact.email must be an e-mail address.');

/**
 * Thrown for an unknown shift, and for another member's shift if the caller is a CLERK. Callers cannot tell the two
 * cases apart.
 */
export const shiftUnknown = refusal('absent', 'SHIFT_UNKNOWN', 'There is no such shift.');

export const shiftClosed = refusal('conflict', 'SHIFT_CLOSED', 'This shift is already closed.');

export const noOpenShift = refusal(
  'conflict',
  'NO_OPEN_SHIFT',
  'You have no open shift: open one before you take or pay out cash, so that the cash can be counted.',
);
