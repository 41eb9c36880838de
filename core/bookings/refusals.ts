import { invalidField, Refusal } from '../kernel/refusal.ts';

/** Also for another passenger's booking: the caller can't tell which. */
export const bookingUnknown = () => new Refusal('absent', 'BOOKING_UNKNOWN', 'There is no such booking among yours.');

export const busNotApproved = () => new Refusal('conflict', 'BUS_NOT_APPROVED', 'This bus is not approved for passengers. Please choose another trip.');

export const noSeatChosen = () => invalidField('seat_numbers', 'seat_numbers must name at least one seat that you hold.');
export const noSeatAsked = () => invalidField('seats', 'seats must be a whole number, 1 or more.');

export const selectionExpired = () =>
  new Refusal('conflict', 'SEAT_SELECTION_EXPIRED', 'Your seat selection has expired. Please choose your seats again.');

export const tooFewSeatsLeft = (left: number) =>
  new Refusal('conflict', 'NOT_ENOUGH_SEATS', left === 0 ? 'This bus is full: 0 seats are left.' : `Only ${left} ${left === 1 ? 'seat is' : 'seats are'} left on this bus.`);
