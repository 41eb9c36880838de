import type { City, CityRepo } from './ports.ts';

interface Needs {
  readonly cities: CityRepo;
}

export type ListCities = ReturnType<typeof listCities>;

/** Every city, by name. */
export const listCities = ({ cities }: Needs) => (): Promise<readonly City[]> => cities.all();
