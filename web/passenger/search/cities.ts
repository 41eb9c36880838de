import { signal } from '@preact/signals';
import { cityMeant } from '../../words/places.ts';
import { api } from '../session.ts';

/** The names of all cities, once they are here. */
export const cities = signal<readonly string[] | undefined>(undefined);

let isAsked = false;

/** Fetches them once; if they can't be had, again when they are next wanted. */
export function wantCities(): void {
  if (isAsked) return;
  isAsked = true;
  api.get('/api/cities').then(
    (found) => (cities.value = found.map(({ city_name }) => city_name)),
    () => (isAsked = false),
  );
}

/** The city that was meant, or nothing. Without the list whatever is typed counts: the service knows its cities. */
export const meant = (typed: string): string => (cities.value ? (cityMeant(cities.value, typed) ?? '') : typed.trim());
