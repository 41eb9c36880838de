import { invalidField, refusal } from '../kernel/refusal.ts';

/** Refuses an unknown place, and a place that is not the caller's, so that callers cannot tell that it exists. */
export const placeUnknown = refusal('absent', 'PLACE_UNKNOWN', 'There is no such place.');

export const placeTaken = refusal(
  'conflict',
  'PLACE_TAKEN',
  'There is a place of this name in this city already. Change that place, or choose another name.',
);

export const noCity = () => invalidField('city_id', 'city_id must be the id of a city.');

export const photoMissing = () => invalidField('photo', 'Choose a photo: send it as the file "photo" of a form.');
export const photoTooLarge = () => invalidField('photo', 'The photo is too large: at most 4 MiB are possible.');
export const photoUnreadable = () =>
  invalidField('photo', 'The photo could not be read: send a PNG, JPEG or WebP of at most 25 megapixels.');

/** Refuses to tell of a bus of which nothing is known, or whose trip is over or cancelled. */
export const noPosition = refusal('absent', 'NO_POSITION', 'It is not known where this bus is.');

export const tripArrived = refusal('conflict', 'TRIP_ARRIVED', 'This bus has arrived.');

export const badDelayStop = (first: number, last: number) =>
  invalidField(
    'stop',
    first > last
      ? 'stop must be a stop that the bus has not left.'
      : `stop must be a stop that the bus has not left: from ${first} to ${last}.`,
  );
