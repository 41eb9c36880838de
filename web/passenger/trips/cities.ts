import { signal } from '@preact/signals';
import { type ListedCity, cityMeant } from '../../words/places.ts';
import { api } from '../session.ts';

/** All cities; undefined until loaded. */
export const cities = signal<readonly ListedCity[] | undefined>(undefined);

let isAsked = false;

/** Loads the cities once. After a failure the next call tries again. */
export function wantCities(): void {
  if (isAsked) return;
  isAsked = true;
  api.get('/api/cities').then(
    (found) => (cities.value = found),
    () => (isAsked = false),
  );
}

/**
 * The stored name of the city that the user typed; empty if none matches. Before the cities are loaded, returns the
 * typed text, which the service checks.
 */
export const meant = (typed: string): string => (cities.value ? (cityMeant(cities.value, typed) ?? '') : typed.trim());
