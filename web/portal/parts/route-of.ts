import { placeName } from '../../words/places.ts';

interface City {
  readonly city_name: string;
}

/** A route in the page's language: "Kathmandu → Pokhara". */
export const routeBetween = (source: string, destination: string): string =>
  `${placeName(source)} → ${placeName(destination)}`;

/** A trip's route, in the page's language. */
export const routeOf = (trip: { readonly source_city: City; readonly destination_city: City }): string =>
  routeBetween(trip.source_city.city_name, trip.destination_city.city_name);
