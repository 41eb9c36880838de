import type { CityId } from '../kernel/ids.ts';
import { type RoadBounds, coordinatesIn } from '../kernel/coordinates.ts';
import { type CityDetails, type CityNames, cityKey, cityNames } from '../trips/city.ts';
import { cityTaken } from '../trips/refusals.ts';
import type { FileCity } from './catalogue-file.ts';
import { takenNames } from './city-faults.ts';
import { catalogueFaulty } from './refusals.ts';
import type { CatalogueStores } from './world.ts';

/**
 * Adds the cities of a file, and replaces the aliases and details that the file gives. Existing cities keep their
 * spelling. Names, aliases and details that an administrator gave are kept, too. Returns the number of cities that the
 * file would have changed otherwise.
 */
export async function loadCities(
  stores: CatalogueStores,
  rows: readonly FileCity[],
  bounds: RoadBounds,
): Promise<number> {
  const { catalogue, trail } = stores;
  const before = await catalogue.known();
  // An administrator may have named a city since the file was checked.
  const faults = takenNames({ cities: rows }, before);
  if (faults.length > 0) throw catalogueFaulty(faults);
  await catalogue.saveCities(rows.map(({ name }) => name).filter((name) => !before.cities.has(cityKey(name))));

  const { cities, cityNames: names } = await catalogue.known();
  let kept = 0;
  for (const row of rows) {
    const id = cities.get(cityKey(row.name));
    const present = id === undefined ? undefined : names.get(id);
    if (id === undefined || !present) throw new Error(`The catalogue has lost ${row.name}.`);
    const given = await givenInOffice(trail, id);
    const isNameKept = given.name !== undefined && given.name !== row.name;
    const areAliasesKept = await setAliases(stores, { id, present, row, isGiven: given.aliases });
    const areDetailsKept = await setDetails(stores, { id, present, row, isGiven: given.details }, bounds);
    if (isNameKept || areAliasesKept || areDetailsKept) kept += 1;
  }
  return kept;
}

interface Wanted {
  readonly id: CityId;
  readonly present: CityNames & CityDetails;
  readonly row: FileCity;
  /** Whether an administrator has given the city its aliases, or its details. */
  readonly isGiven: boolean;
}

/** Replaces the aliases of a city. Returns true if the city keeps other aliases that an administrator gave. */
async function setAliases({ cities }: CatalogueStores, { id, present, row, isGiven }: Wanted): Promise<boolean> {
  if (row.aliases === undefined) return false;
  const wanted = cityNames(present.name, row.aliases);
  if (JSON.stringify(wanted.aliases) === JSON.stringify(present.aliases)) return false;
  if (isGiven) return true;
  if (!(await cities.change(id, wanted))) throw cityTaken();
  return false;
}

/** Replaces the details that the row gives. Returns true if the city keeps others that an administrator gave. */
async function setDetails(
  { cities }: CatalogueStores,
  { id, present, row, isGiven }: Wanted,
  bounds: RoadBounds,
): Promise<boolean> {
  const { nameNe, coordinates } = present;
  const given = coordinatesIn(row, bounds);
  const wanted = {
    nameNe: row.nameNe === undefined ? nameNe : row.nameNe,
    coordinates: given === undefined ? coordinates : given,
  };
  if (JSON.stringify(wanted) === JSON.stringify({ nameNe, coordinates })) return false;
  if (isGiven) return true;
  await cities.describe(id, wanted);
  return false;
}

/** The last name that an administrator gave to the city, and whether one changed its aliases or its details. */
async function givenInOffice(
  trail: CatalogueStores['trail'],
  id: CityId,
): Promise<{ readonly name: unknown; readonly aliases: boolean; readonly details: boolean }> {
  const changes = (await trail.of({ type: 'city', id }))
    .filter(({ kind }) => kind === 'CITY_CHANGED')
    .map((entry) => entry.changes);
  return {
    name: changes.flatMap(({ city_name: name }) => name?.new ?? []).at(-1),
    aliases: changes.some(({ aliases }) => aliases !== undefined),
    details: changes.some((one) => 'name_ne' in one || 'lat' in one || 'lon' in one),
  };
}
