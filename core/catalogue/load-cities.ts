import type { CityId } from '../kernel/ids.ts';
import type { Trail } from '../platform/trail.ts';
import { cityKey } from '../trips/city.ts';
import type { Catalogue } from './catalogue.ts';

interface Stores {
  readonly catalogue: Pick<Catalogue, 'known' | 'saveCities'>;
  readonly trail: Pick<Trail, 'of'>;
}

/**
 * Adds the cities of a file. Existing cities keep their spelling. Returns the number of cities that an administrator
 * renamed and the file spells differently.
 */
export async function loadCities({ catalogue, trail }: Stores, names: readonly string[]): Promise<number> {
  const { cities } = await catalogue.known();
  const added: string[] = [];
  let kept = 0;
  for (const name of names) {
    const id = cities.get(cityKey(name));
    if (id === undefined) added.push(name);
    else {
      const given = await nameGiven(trail, id);
      if (given !== undefined && given !== name) kept += 1;
    }
  }
  await catalogue.saveCities(added);
  return kept;
}

/** The last name that an administrator gave to the city; undefined if no administrator renamed it. */
async function nameGiven(trail: Stores['trail'], id: CityId): Promise<unknown> {
  const entries = await trail.of({ type: 'city', id });
  return entries.flatMap(({ kind, changes }) => (kind === 'CITY_CHANGED' ? changes['city_name']?.new : [])).at(-1);
}
