import type { BookingStatus } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import type { NotBookable } from '../trips/not-bookable.ts';
import { type ChangeQuote, toldQuote } from './change-quote.ts';
import type { UnseatedSeat } from './disruption.ts';

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  EXPIRED: 'This booking has expired: it was not paid in time, and nothing was charged for it.',
  CANCELLED: 'This booking is already cancelled.',
  REFUNDED: 'This booking is already cancelled, and a refund was recorded.',
};

const sentence = (status: BookingStatus): string =>
  WHY[status] ?? `This booking can't be cancelled, its status is ${status}.`;

/** Thrown when a passenger wants to cancel a booking that is closed. */
export const bookingOver = refusal('conflict', 'BOOKING_OVER', sentence);

/** Thrown when a company or an administrator wants to cancel a booking that is closed. */
export const bookingClosed = refusal('conflict', 'BOOKING_CLOSED', sentence);

/** Thrown when somebody wants to change the passengers or seats of a booking that is not CONFIRMED. */
export const notChangeable = refusal('conflict', 'BOOKING_CLOSED', (status: BookingStatus) =>
  status === 'PENDING_PAYMENT'
    ? 'This booking has not been paid: pay it first, then change it.'
    : `This booking can't be changed any more, its status is ${status}.`,
);

/**
 * Thrown when somebody wants to change a booking that has an open change to another trip. The new booking of that
 * change is still unpaid.
 */
export const changeOpen = refusal(
  'conflict',
  'CHANGE_OPEN',
  'A change of this booking to another trip waits to be paid: pay it, or cancel the new booking first.',
);

/** Thrown when somebody wants to change a booking to another trip too shortly before its departure, or after it. */
export const changeTooLate = refusal(
  'conflict',
  'CHANGE_TOO_LATE',
  'It is too late to change this booking: the bus has left, or leaves soon.',
);

/** Thrown when the booking already has the requested trip and seats. */
export const sameTrip = refusal(
  'conflict',
  'SAME_TRIP',
  'The booking is for this trip and these seats already. Choose another trip, or other seats.',
);

export const otherCompany = refusal(
  'conflict',
  'OTHER_COMPANY',
  'Another bus company runs this trip. A booking can be changed to trips of its own company.',
);

export const otherRoad = refusal(
  'conflict',
  'OTHER_ROAD',
  'This trip is between other cities. A booking can be changed to trips between its own cities.',
);

/** Thrown when the new trip of a change is not on sale. `reason` says why. */
export const newTripNotBookable = refusal('conflict', 'TRIP_NOT_BOOKABLE', (reason: NotBookable) => ({
  message: 'This trip is not on sale. Please choose another one.',
  extra: { because: reason },
}));

/** Thrown when the amounts of a change differ from the amounts that the caller saw in a quote. */
export const quoteChanged = refusal('conflict', 'QUOTE_CHANGED', (quote: ChangeQuote) => ({
  message: 'The change costs something else by now. Please look at the amounts again.',
  extra: { quote: toldQuote(quote) },
}));

/** Thrown when the passengers on `seats` have used up their changes of name. */
export const nameChangesUsed = refusal('conflict', 'NAME_CHANGES_USED', (seats: readonly SeatNumber[]) => ({
  message: `The name of a passenger may be changed twice, and has been: ${seats.join(', ')}.`,
  extra: { seats: [...seats] },
}));

/** Thrown when somebody wants to cancel some seats of an unpaid booking. */
export const bookingNotPaid = refusal(
  'conflict',
  'BOOKING_NOT_PAID',
  'Seats of a booking that is not paid can only be cancelled together: cancel the booking, and book again.',
);

/** Thrown when the booking has another number of places than the caller believes. */
export const placesChanged = refusal(
  'conflict',
  'PLACES_CHANGED',
  (present: number) => `This booking has ${present} ${present === 1 ? 'place' : 'places'} by now. Please look again.`,
);

export const notSoManyPlaces = (most: number) =>
  invalidField('places', `places must be at most ${most}, the number of places of the booking.`);

/**
 * Thrown when somebody wants to cancel seats of passengers who are on board. `seats` are the seats of these passengers;
 * empty on a bus without a seat map.
 */
export const seatBoarded = refusal('conflict', 'SEAT_BOARDED', (seats: readonly SeatNumber[]) => ({
  message: 'A passenger who is on board can no longer be cancelled.',
  extra: { seats: [...seats] },
}));

/** Thrown when somebody wants to undo a sale too late, or cash of a sale whose shift is closed. */
export const tooLateToUndo = refusal(
  'conflict',
  'TOO_LATE_TO_UNDO',
  'It is too late to undo this sale: cancel the booking instead.',
);

export const tripArrived = refusal(
  'conflict',
  'TRIP_ARRIVED',
  'This bus has already arrived: the booking can no longer be cancelled.',
);

export const noReason = () => invalidField('reason', 'reason must say why the booking is cancelled.');

export const tripUnchanged = refusal('conflict', 'TRIP_UNCHANGED', 'The trip has these times already.');

/** Thrown for new times of a trip if the bus has no valid papers on the new day of departure. */
export const papersMissingThen = refusal(
  'conflict',
  'TRIP_NOT_BOOKABLE',
  'The papers of the bus are not complete on the day of the new departure: choose another day, or put another bus on the trip first.',
);

/** Thrown for new times of a late trip if the bus no longer has all the sold seats. */
export const seatsGone = refusal(
  'conflict',
  'TRIP_NOT_BOOKABLE',
  'The bus no longer has every seat that is sold on this trip: put another bus on it first.',
);

export const sameBus = refusal('conflict', 'SAME_BUS', 'The trip has this bus already.');

/** Thrown if the new bus of a trip may not be sold. `reason` says why. */
export const busNotBookable = refusal('conflict', 'BUS_NOT_BOOKABLE', (reason: NotBookable) => ({
  message: 'This bus may not carry passengers on the day of the trip: choose another one.',
  extra: { because: reason },
}));

export const seatMapDiffers = refusal(
  'conflict',
  'SEAT_MAP_DIFFERS',
  'One of the two buses has a seat map and the other has none: choose a bus that has a seat map if the present one has, and none if it has none.',
);

/** Thrown if the new bus of a trip has too few seats for the booked passengers. */
export const seatsTooFew = refusal('conflict', 'SEATS_TOO_FEW', (unseated: readonly UnseatedSeat[]) => ({
  message: 'This bus does not have a seat for everybody who has booked: choose a larger one.',
  extra: { unseated: unseated.map(({ bookingCode, seat }) => ({ booking_code: bookingCode, seat_number: seat })) },
}));

/** Thrown for a change of an agent's booking that costs more, if the company or an administrator asks for it. */
export const agentPays = refusal(
  'conflict',
  'AGENT_PAYS',
  'An agent sold this booking, and pays the difference: ask the agent to change it.',
);
