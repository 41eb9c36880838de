import type { KeepResult } from '../platform/idempotency.ts';
import type { CityId, UserId } from '../kernel/ids.ts';
import { type Changes, changesBetween } from '../platform/trail.ts';
import { type CityNames, type CityRepo, type NamedCity, cityNames } from './city.ts';
import { cityTaken, cityUnknown } from './refusals.ts';
import type { TripWorld } from './world.ts';

export type AddCity = ReturnType<typeof addCity>;

export const addCity =
  ({ clock, transact }: TripWorld) =>
  (admin: UserId, { name, aliases }: CityNames, keep?: KeepResult<NamedCity>): Promise<NamedCity> =>
    transact(async (stores) => {
      const names = cityNames(name, aliases);
      const id = await stores.cities.add(names);
      if (id === 'taken') throw cityTaken();
      await stores.trail.add(
        {
          kind: 'CITY_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'city', id },
          changes: changesOf({ aliases: [] }, names),
          description: `Added the city ${name}.`,
        },
        clock(),
      );
      const city: NamedCity = { id, ...names };
      await keep?.(city, stores);
      return city;
    });

export type ChangeCity = ReturnType<typeof changeCity>;

/**
 * Renames a city, or replaces its aliases. Absent names are kept. An alias that becomes the city's name is dropped. The
 * city's routes and trips are kept.
 */
export const changeCity =
  ({ clock, transact }: TripWorld) =>
  (admin: UserId, id: CityId, given: Partial<CityNames>): Promise<NamedCity> =>
    transact(async ({ cities, trail }) => {
      const city = await cities.lock(id);
      if (!city) throw cityUnknown();
      const names = cityNames(given.name ?? city.name, given.aliases ?? city.aliases);
      const changes = changesOf(city, names);
      if (Object.keys(changes).length === 0) return city;

      if (!(await cities.change(id, names))) throw cityTaken();
      await trail.add(
        {
          kind: 'CITY_CHANGED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'city', id },
          changes,
          description:
            names.name === city.name
              ? `Changed the aliases of the city ${city.name}.`
              : `Renamed the city ${city.name} to ${names.name}.`,
        },
        clock(),
      );
      return { id, ...names };
    });

const changesOf = (before: Partial<CityNames>, after: CityNames): Changes =>
  changesBetween(shown(before), shown(after));

const shown = ({
  name = null,
  aliases = [],
}: { readonly name?: string | null } & Partial<Pick<CityNames, 'aliases'>>) => ({
  city_name: name,
  aliases: [...aliases],
});

export type ViewCity = ReturnType<typeof viewCity>;

export const viewCity =
  ({ cities }: { readonly cities: Pick<CityRepo, 'all'> }) =>
  async (id: CityId): Promise<NamedCity> => {
    // There are few cities, so this reads all of them to find one.
    const city = (await cities.all()).find((one) => one.id === id);
    if (!city) throw cityUnknown();
    return city;
  };
