import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../trail/trail.ts';
import type { City, CityStore } from '../trips/city.ts';
import { cityTaken } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{
    readonly cities: CityStore;
    readonly trail: Trail;
    readonly idempotency: Idempotency;
  }>;
}

export type AddCity = ReturnType<typeof addCity>;

export const addCity =
  ({ clock, transact }: Needs) =>
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
