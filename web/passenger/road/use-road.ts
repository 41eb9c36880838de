import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';
import { type RideStops, stopsInQuery } from '../parts/ride.ts';
import { cities } from '../parts/cities.ts';
import type { DrawnStop } from './drawings.tsx';

type Trip = Schemas['TripDetail'];

/** The section of a trip that somebody rides; without stops the whole trip. */
export interface Ridden extends RideStops {
  readonly trip: number;
}

/** Trips that this page has asked for. Undefined until they are there. */
const asked = new Map<string, ReadonlySignal<Trip | undefined>>();

function tripOf({ trip, ...stops }: Ridden): ReadonlySignal<Trip | undefined> {
  const query = stopsInQuery(stops);
  const key = JSON.stringify([trip, query]);
  const known = asked.get(key);
  if (known) return known;
  const found = signal<Trip | undefined>(undefined);
  asked.set(key, found);
  api.get('/api/trips/{id}', { path: { id: trip }, query }).then(
    (detail) => void (found.value = detail),
    () => asked.delete(key),
  );
  return found;
}

/** A trip for its stops and places. Undefined until it is there, and without a network. */
export const useTripOf = (ridden: Ridden | undefined): Trip | undefined => (ridden && tripOf(ridden))?.value;

/** The centre of a city; undefined if it is not known. Asks for the cities once. */
export function useCentre(city: string | undefined) {
  useEffect(() => {
    if (city !== undefined) cities.want();
  }, [city]);
  const found = cities.all.value?.find(({ city_name: name }) => name === city);
  return found && found.lat !== null && found.lon !== null
    ? { name: placeName(found.city_name), lat: found.lat, lon: found.lon }
    : undefined;
}

/** The stops of a trip for its drawing. */
export function drawnStops({ stops }: Pick<Trip, 'stops'>): readonly DrawnStop[] {
  const moments = stops.map(({ arrives_at: arrives, departs_at: departs }) => Date.parse(arrives ?? departs ?? ''));
  const first = moments[0] ?? 0;
  const whole = Math.max(1, (moments.at(-1) ?? 0) - first);
  return stops.map(({ city }, index) => ({
    name: placeName(city),
    share: ((moments[index] ?? first) - first) / whole,
  }));
}
