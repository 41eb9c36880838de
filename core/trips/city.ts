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

/** Cities, inside a transaction. No two have the same cityKey. */
export interface CityStore {
  /** `taken` if there is a city of that name. */
  add(name: string): Promise<CityId | 'taken'>;
  /** Until the transaction ends nobody else can change the city. */
  lock(id: CityId): Promise<City | undefined>;
  /** False if another city has the name; after that the transaction can only be rolled back. */
  rename(id: CityId, name: string): Promise<boolean>;
}

export type ListCities = ReturnType<typeof listCities>;

/** Every city, by name. */
export const listCities =
  ({ cities }: { readonly cities: CityRepo }) =>
  (): Promise<readonly City[]> =>
    cities.all();
