import type { CityId } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';

export interface City {
  readonly id: CityId;
  readonly name: string;
}

/** The form in which names of cities are compared: case does not matter, in any script. */
export const cityKey = (name: string): string => foldCase(name);

/** The two ends of a route as one key. */
export const routeKey = (source: CityId, destination: CityId): string => `${source}>${destination}`;

/** The order in which cities are listed: by code points, the same in every store. */
export const byCityName = (one: City, other: City): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id;

export interface CityRepo {
  /** Every city, in the order of byCityName. */
  all(): Promise<readonly City[]>;
}

export type ListCities = ReturnType<typeof listCities>;

/** Every city, by name. */
export const listCities =
  ({ cities }: { readonly cities: CityRepo }) =>
  (): Promise<readonly City[]> =>
    cities.all();
