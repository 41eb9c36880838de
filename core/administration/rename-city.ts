import type { CityId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../trail/trail.ts';
import type { City, CityStore } from '../trips/city.ts';
import { cityTaken, cityUnknown } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly cities: CityStore; readonly trail: Trail }>;
}

export type RenameCity = ReturnType<typeof renameCity>;

/** Gives a city another name, if there is one; its routes and trips stay. */
export const renameCity =
  ({ clock, transact }: Needs) =>
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
