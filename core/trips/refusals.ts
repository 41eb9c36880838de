import { invalid, invalidField, Refusal } from '../kernel/refusal.ts';
import type { Fault } from '../kernel/refusal.ts';

/** Also for a trip that is not on sale: the caller can't tell which. */
export const tripUnknown = () => new Refusal('absent', 'TRIP_UNKNOWN', 'This trip is not on sale.');

export const tripDeparted = () => new Refusal('conflict', 'TRIP_DEPARTED', 'This bus has already departed.');

export const sameCity = () =>
  invalid('Origin and destination are the same city: choose two.',
    { field: 'destination', message: 'must differ from origin' });

export const notADay = () => invalidField('date', 'date must be a real day, written YYYY-MM-DD.');

/** `field` of each fault is a JSON pointer. */
export const catalogueFaulty = (faults: readonly Fault[]) =>
  new Refusal('invalid', 'CATALOGUE_FAULTY', 'The catalogue has faults; nothing was loaded.', { faults });

export const registeredMeanwhile = (email: string) =>
  new Refusal('conflict', 'REGISTERED_MEANWHILE', `Somebody registered as ${email}, or with that phone number, at this very moment. Nothing was loaded: please import again.`);
