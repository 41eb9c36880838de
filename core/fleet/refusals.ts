import { invalid, invalidField, refusal } from '../kernel/refusal.ts';
import type { SoldSeat } from './replace-seat-map.ts';

/** Thrown for an unknown bus and for another company's bus. Callers cannot tell the two cases apart. */
export const busUnknown = refusal('absent', 'BUS_UNKNOWN', 'There is no such bus.');

export const registrationNoTaken = refusal(
  'conflict',
  'REGISTRATION_NO_TAKEN',
  'There is a bus with this registration number already. If it is yours, please contact those who run the service.',
);

export const placesTaken = refusal(
  'conflict',
  'PLACES_TAKEN',
  (places: number) =>
    `On a trip ahead ${places} ${places === 1 ? 'place is' : 'places are'} taken: the bus cannot have fewer.`,
);

export const busInUse = refusal(
  'conflict',
  'BUS_IN_USE',
  'Trips ahead of this bus are booked: give them another bus, or cancel them, first.',
);

/** The most seat numbers that one message lists. */
const MOST_NAMED = 50;

export const seatsSold = refusal('conflict', 'SEATS_SOLD', (sold: readonly SoldSeat[]) => ({
  message:
    'Seats or places that this would take away are sold for trips ahead: keep them, or cancel their bookings first.',
  extra: {
    seats: sold.slice(0, MOST_NAMED).map(({ seatNumber, tripId, bookingCode }) => ({
      seat_number: seatNumber,
      schedule_id: tripId,
      booking_code: bookingCode,
    })),
  },
}));

export const notOneSeating = () =>
  invalid('Give exactly one of total_seats, seat_map and template.', {
    field: 'total_seats',
    message: 'must be given, or else seat_map or template: exactly one of the three',
  });

export const seatsAreMapped = () =>
  invalid('On a bus with a seat map the number of seats is that of its active seats.', {
    field: 'total_seats',
    message: 'cannot be given for a bus with a seat map',
  });

export const busReviewed = refusal('conflict', 'BUS_REVIEWED', (status: string) => `This bus is ${status} already.`);
export const busChanged = refusal(
  'conflict',
  'BUS_CHANGED',
  'This bus was changed meanwhile: look at it again before you decide.',
);

/** Thrown for an unknown document and for another company's document. Callers cannot tell the two cases apart. */
export const documentUnknown = refusal('absent', 'DOCUMENT_UNKNOWN', 'There is no such document.');
export const documentWithoutFile = refusal('absent', 'DOCUMENT_WITHOUT_FILE', 'This document has no file.');

export const documentReviewed = refusal(
  'conflict',
  'DOCUMENT_REVIEWED',
  (status: string) => `This document is ${status} already.`,
);

export const fileMissing = () => invalidField('file', 'file is missing: send the document as a PDF, JPEG or PNG.');
export const fileTooLarge = () => invalidField('file', 'file must be at most 8 MiB.');
export const fileUnreadable = () => invalidField('file', 'file must be a PDF, a JPEG or a PNG.');

export const neverValid = () => invalidField('valid_until', 'valid_until must not be before valid_from.');
