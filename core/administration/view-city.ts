import type { CityId } from '../kernel/ids.ts';
import type { City, CityRepo } from '../trips/city.ts';
import { cityUnknown } from './refusals.ts';

export type ViewCity = ReturnType<typeof viewCity>;

export const viewCity =
  ({ cities }: { readonly cities: Pick<CityRepo, 'all'> }) =>
  async (id: CityId): Promise<City> => {
    // There are few, so that one is looked for among all.
    const city = (await cities.all()).find((one) => one.id === id);
    if (!city) throw cityUnknown();
    return city;
  };
