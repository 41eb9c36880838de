import { placeName } from '../../words/places.ts';

interface City {
  readonly city_name: string;
}

/** From one city to another, in the language of the page: "Kathmandu → Pokhara". */
export const routeBetween = (source: string, destination: string): string =>
  `${placeName(source)} → ${placeName(destination)}`;

/** Where something goes. */
export const routeOf = (trip: { readonly source_city: City; readonly destination_city: City }): string =>
  routeBetween(trip.source_city.city_name, trip.destination_city.city_name);
