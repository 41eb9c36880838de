import { type GivenCoordinates, coordinatesIn } from '../kernel/coordinates.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { CityId, UserId } from '../kernel/ids.ts';
import { type Changes, changesBetween } from '../platform/trail.ts';
import { type CityDetails, type CityNames, type CityRepo, type NamedCity, cityNames } from './city.ts';
import { cityTaken, cityUnknown } from './refusals.ts';
import type { TripWorld } from './world.ts';

/** Names and details of a city, as a request gives them. */
type GivenCity = CityNames & Partial<Pick<CityDetails, 'nameNe'>> & GivenCoordinates;

const NO_DETAILS: CityDetails = { nameNe: null, coordinates: null };

export type AddCity = ReturnType<typeof addCity>;

export const addCity =
  ({ clock, transact, roadBounds }: TripWorld) =>
  async (admin: UserId, given: GivenCity, keep?: KeepResult<NamedCity>): Promise<NamedCity> => {
    const details = detailsAfter(NO_DETAILS, given, roadBounds);
    return transact(async (stores) => {
      const names = cityNames(given.name, given.aliases);
      const id = await stores.cities.add(names);
      if (id === 'taken') throw cityTaken();
      await stores.cities.describe(id, details);
      const city: NamedCity = { id, ...names, ...details };
      await stores.trail.add(
        {
          kind: 'CITY_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'city', id },
          changes: changesBetween({ aliases: [] }, shown(city)),
          description: `Added the city ${names.name}.`,
        },
        clock(),
      );
      await keep?.(city, stores);
      return city;
    });
  };

export type ChangeCity = ReturnType<typeof changeCity>;

/**
 * Renames a city, or replaces its aliases or details. Absent fields are kept. An alias that becomes the city's name is
 * dropped. The city's routes and trips are not changed.
 */
export const changeCity =
  ({ clock, transact, roadBounds }: TripWorld) =>
  (admin: UserId, id: CityId, given: Partial<GivenCity>): Promise<NamedCity> =>
    transact(async ({ cities, trail }) => {
      const city = await cities.lock(id);
      if (!city) throw cityUnknown();
      const names = cityNames(given.name ?? city.name, given.aliases ?? city.aliases);
      const details = detailsAfter(city, given, roadBounds);
      const changed: NamedCity = { id, ...names, ...details };
      const changes = changesBetween(shown(city), shown(changed));
      if (Object.keys(changes).length === 0) return city;

      if (areNamesIn(changes) && !(await cities.change(id, names))) throw cityTaken();
      await cities.describe(id, details);
      await trail.add(
        {
          kind: 'CITY_CHANGED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'city', id },
          changes,
          description:
            names.name === city.name
              ? `Changed the city ${city.name}.`
              : `Renamed the city ${city.name} to ${names.name}.`,
        },
        clock(),
      );
      return changed;
    });

/** The details of a city after a request. Throws if the request has faulty coordinates. */
function detailsAfter(
  before: CityDetails,
  given: Partial<Pick<CityDetails, 'nameNe'>> & GivenCoordinates,
  bounds: TripWorld['roadBounds'],
): CityDetails {
  const coordinates = coordinatesIn(given, bounds);
  return {
    nameNe: given.nameNe === undefined ? before.nameNe : given.nameNe,
    coordinates: coordinates === undefined ? before.coordinates : coordinates,
  };
}

const areNamesIn = (changes: Changes): boolean => 'city_name' in changes || 'aliases' in changes;

/** A city as the activity log shows it. */
const shown = ({ name, aliases, nameNe, coordinates }: NamedCity) => ({
  city_name: name,
  aliases: [...aliases],
  name_ne: nameNe,
  lat: coordinates?.lat ?? null,
  lon: coordinates?.lon ?? null,
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
