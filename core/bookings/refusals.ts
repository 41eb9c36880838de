import { invalidField, refusal } from '../kernel/refusal.ts';

/** Thrown for an unknown booking and for another passenger's booking. Callers cannot tell the two cases apart. */
export const bookingUnknown = refusal('absent', 'BOOKING_UNKNOWN', 'There is no such booking among yours.');

/**
 * Thrown for a change of a counter sale that the caller is only shown, because it was sold to the caller's phone
 * number.
 */
export const bookingNotOwn = refusal(
  'forbidden',
  'NOT_OWN',
  'This ticket was bought at a counter. Only the bus company can change or cancel it.',
);

export const busNotApproved = refusal(
  'conflict',
  'BUS_NOT_APPROVED',
  'This bus is not approved for passengers. Please choose another trip.',
);

export const noSeatChosen = () =>
  invalidField('seat_numbers', 'seat_numbers must name at least one seat that you hold.');
export const noSeatAsked = () => invalidField('seats', 'seats must be a whole number, 1 or more.');

export const selectionExpired = refusal(
  'conflict',
  'SEAT_SELECTION_EXPIRED',
  'Your seat selection has expired. Please choose your seats again.',
);

export const tooManyUnpaid = refusal(
  'throttled',
  'TOO_MANY_UNPAID',
  (most: { readonly bookings: number; readonly places: number }, retryAfterSeconds: number) => ({
    message: `At most ${most.bookings} bookings and ${most.places} places may wait for your payment at a time. Pay or cancel some first.`,
    retryAfterSeconds,
  }),
);

export const tooFewSeatsLeft = refusal('conflict', 'NOT_ENOUGH_SEATS', (left: number) =>
  left === 0
    ? 'This bus is full: 0 seats are left.'
    : `Only ${left} ${left === 1 ? 'seat is' : 'seats are'} left on this bus.`,
);
