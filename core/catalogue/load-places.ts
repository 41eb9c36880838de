import { type RoadBounds, coordinatesIn } from '../kernel/coordinates.ts';
import type { PlaceId } from '../kernel/ids.ts';
import type { Place } from '../road/place.ts';
import { cityKey } from '../trips/city.ts';
import type { KnownCatalogue } from './catalogue.ts';
import type { FilePlace } from './catalogue-file.ts';
import type { CatalogueStores } from './world.ts';

/**
 * Adds the places of a file, and changes those that exist. A place keeps its spelling, and its texts that the file
 * leaves out. A place that was changed in the office is kept. Returns the number of kept places that differ from the
 * file.
 */
export async function loadPlaces(
  stores: CatalogueStores,
  rows: readonly FilePlace[],
  { cities, operators }: Pick<KnownCatalogue, 'cities' | 'operators'>,
  bounds: RoadBounds,
): Promise<number> {
  let kept = 0;
  for (const row of rows) {
    const cityId = cities.get(cityKey(row.city));
    const operatorId = row.operator === null ? null : operators.get(row.operator);
    const coordinates = coordinatesIn(row, bounds);
    if (cityId === undefined || operatorId === undefined || !coordinates)
      throw new Error(`The catalogue has lost the place ${row.name}.`);
    const { name, nameNe = null, landmark = null, landmarkNe = null } = row;
    const present = await stores.places.named(operatorId, cityId, name);
    if (!present) await stores.places.add({ operatorId, cityId, name, nameNe, coordinates, landmark, landmarkNe });
    else if (await changeUnlessKept(stores, present, changed(present, row, coordinates))) kept += 1;
  }
  return kept;
}

const changed = (present: Place, row: FilePlace, coordinates: Place['coordinates']): Place => ({
  ...present,
  coordinates,
  nameNe: row.nameNe === undefined ? present.nameNe : row.nameNe,
  landmark: row.landmark === undefined ? present.landmark : row.landmark,
  landmarkNe: row.landmarkNe === undefined ? present.landmarkNe : row.landmarkNe,
});

/** Changes a place. Returns true if the place is kept, because the office has changed it. */
async function changeUnlessKept({ places, trail }: CatalogueStores, present: Place, wanted: Place): Promise<boolean> {
  if (JSON.stringify(present) === JSON.stringify(wanted)) return false;
  if (await wasChanged(trail, present.id)) return true;
  await places.change(wanted);
  return false;
}

/** Whether somebody has changed more of a place than its photo, which no file has. */
const wasChanged = async (trail: CatalogueStores['trail'], id: PlaceId): Promise<boolean> =>
  (await trail.of({ type: 'place', id })).some(
    ({ kind, changes }) => kind === 'PLACE_CHANGED' && Object.keys(changes).some((field) => field !== 'photo'),
  );
