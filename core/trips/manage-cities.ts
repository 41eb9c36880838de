import type { KeepResult } from '../platform/idempotency.ts';
import type { CityId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { City, CityRepo } from './city.ts';
import { cityTaken, cityUnknown } from './refusals.ts';
import type { TripStores } from './stores.ts';
import type { PlatformStores } from '../platform/stores.ts';

interface AddCityNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Pick<TripStores & PlatformStores, 'cities' | 'trail' | 'idempotency'>>;
}

export type AddCity = ReturnType<typeof addCity>;

export const addCity =
  ({ clock, transact }: AddCityNeeds) =>
  (admin: UserId, name: string, keep?: KeepResult<City>): Promise<City> =>
    transact(async (stores) => {
      const id = await stores.cities.add(name);
      if (id === 'taken') throw cityTaken();
      await stores.trail.add(
        {
          kind: 'CITY_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'city', id },
          changes: { city_name: { old: null, new: name } },
          description: `Added the city ${name}.`,
        },
        clock(),
      );
      const city: City = { id, name };
      await keep?.(city, stores);
      return city;
    });

interface RenameCityNeeds {
  readonly clock: Clock;
  readonly transact: Transact<Pick<TripStores & PlatformStores, 'cities' | 'trail'>>;
}

export type RenameCity = ReturnType<typeof renameCity>;

/** Renames a city. Its routes and trips are kept. */
export const renameCity =
  ({ clock, transact }: RenameCityNeeds) =>
  (admin: UserId, id: CityId, name: string | undefined): Promise<City> =>
    transact(async ({ cities, trail }) => {
      const city = await cities.lock(id);
      if (!city) throw cityUnknown();
      if (name === undefined || name === city.name) return city;

      if (!(await cities.rename(id, name))) throw cityTaken();
      await trail.add(
        {
          kind: 'CITY_CHANGED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'city', id },
          changes: { city_name: { old: city.name, new: name } },
          description: `Renamed the city ${city.name} to ${name}.`,
        },
        clock(),
      );
      return { id, name };
    });

export type ViewCity = ReturnType<typeof viewCity>;

export const viewCity =
  ({ cities }: { readonly cities: Pick<CityRepo, 'all'> }) =>
  async (id: CityId): Promise<City> => {
    // There are few cities, so this reads all of them to find one.
    const city = (await cities.all()).find((one) => one.id === id);
    if (!city) throw cityUnknown();
    return city;
  };
