import { signal } from '@preact/signals';
import { cityMeant } from '../../words/places.ts';
import { api } from '../session.ts';

/** Names of all cities; undefined until loaded. */
export const cities = signal<readonly string[] | undefined>(undefined);

let isAsked = false;

/** Loads the cities once. After a failure the next call tries again. */
export function wantCities(): void {
  if (isAsked) return;
  isAsked = true;
  api.get('/api/cities').then(
    (found) => (cities.value = found.map(({ city_name }) => city_name)),
    () => (isAsked = false),
  );
}

/**
 * The city that the typed text names, or an empty text. Before the list is loaded, the typed text itself: the service
 * knows its cities.
 */
export const meant = (typed: string): string => (cities.value ? (cityMeant(cities.value, typed) ?? '') : typed.trim());
