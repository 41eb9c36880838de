import type { CityId } from '../kernel/ids.ts';
import { folded } from '../kernel/folding.ts';

export interface City {
  readonly id: CityId;
  readonly name: string;
}

/** The form in which names of cities are compared. */
export const cityKey = folded;

/** The key of a route: the ids of its first and its last city. */
export const routeKey = (source: CityId, destination: CityId): string => `${source}>${destination}`;

/** Orders cities by the code points of their names, the same in every store. */
export const byCityName = (one: City, other: City): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id;

export interface CityRepo {
  /** Every city, ordered by byCityName. */
  all(): Promise<readonly City[]>;
}

/** Cities, inside a transaction. No two cities have the same `cityKey`. */
export interface CityStore {
  /** Adds a city. Returns `taken` if another city has the name. */
  add(name: string): Promise<CityId | 'taken'>;
  /** Locks the city until the transaction ends. */
  lock(id: CityId): Promise<City | undefined>;
  /** Renames a city. Returns false if another city has the name; then the transaction must be rolled back. */
  rename(id: CityId, name: string): Promise<boolean>;
}

export type ListCities = ReturnType<typeof listCities>;

/** Every city, by name. */
export const listCities =
  ({ cities }: { readonly cities: CityRepo }) =>
  (): Promise<readonly City[]> =>
    cities.all();
