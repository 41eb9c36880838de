import type { CityId } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { City } from './city.ts';

/** From where a trip goes, and where to. */
export interface Ends {
  readonly sourceCityId: CityId;
  readonly destinationCityId: CityId;
}

const FIELDS = { sourceCityId: 'source_city_id', destinationCityId: 'destination_city_id' } as const;

/**
 * What is wrong with the ends of a trip, by the names of the API: a city that does not exist, or the same one twice. Of
 * ends that are there already maybe one alone is `given` anew: a fault is told of that one.
 */
export function endFaults(cities: readonly City[], ends: Ends, given: Partial<Ends> = ends): readonly Fault[] {
  const named = (['sourceCityId', 'destinationCityId'] as const).filter((end) => given[end] !== undefined);
  if (named.length === 0) return [];
  const known = new Set(cities.map(({ id }) => id));
  const unknown = named.filter((end) => !known.has(ends[end]));
  if (unknown.length > 0) return unknown.map((end) => ({ field: FIELDS[end], message: 'must be the id of a city' }));
  if (ends.sourceCityId !== ends.destinationCityId) return [];
  return given.destinationCityId === undefined
    ? [{ field: FIELDS.sourceCityId, message: 'must differ from destination_city_id' }]
    : [{ field: FIELDS.destinationCityId, message: 'must differ from source_city_id' }];
}
