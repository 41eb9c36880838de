import type { CityId } from '../kernel/ids.ts';
import type { Trail } from '../platform/trail.ts';
import { cityKey } from '../trips/city.ts';
import type { Catalogue } from './catalogue.ts';

interface Stores {
  readonly catalogue: Pick<Catalogue, 'known' | 'saveCities'>;
  readonly trail: Pick<Trail, 'of'>;
}

/**
 * Adds the cities of a file, and changes the spelling of existing cities to that of the file. Does not change cities
 * that an administrator renamed. Returns the number of renamed cities that the file spells differently.
 */
export async function loadCities({ catalogue, trail }: Stores, names: readonly string[]): Promise<number> {
  const { cities } = await catalogue.known();
  const spelled: string[] = [];
  let kept = 0;
  for (const name of names) {
    const id = cities.get(cityKey(name));
    const given = id === undefined ? undefined : await nameGiven(trail, id);
    if (given === undefined) spelled.push(name);
    else if (given !== name) kept += 1;
  }
  await catalogue.saveCities(spelled);
  return kept;
}

/** The last name that an administrator gave to the city; undefined if no administrator renamed it. */
async function nameGiven(trail: Stores['trail'], id: CityId): Promise<unknown> {
  const entries = await trail.of({ type: 'city', id });
  return entries.flatMap(({ kind, changes }) => (kind === 'CITY_CHANGED' ? changes['city_name']?.new : [])).at(-1);
}
