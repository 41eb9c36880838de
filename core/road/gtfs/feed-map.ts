import type { CityId } from '../../kernel/ids.ts';
import { pointKey } from '../../trips/points.ts';
import type { FeedMap } from './feed-trip.ts';
import type { FeedSource } from './ports.ts';

/** Finds which stops and points have coordinates. */
export function mapOf({ cities, places }: FeedSource): FeedMap {
  const centres = new Set(cities.flatMap(({ id, coordinates }) => (coordinates ? [id] : [])));
  const keyOf = (owner: number, city: CityId, key: string): string => `${owner} ${city} ${key}`;
  const ids = new Map(places.map(({ id, owner, city, key }) => [keyOf(owner ?? 0, city, key), id]));
  return {
    hasCentre: (city) => centres.has(city),
    placeOf(company, city, name) {
      const key = pointKey(name);
      return ids.get(keyOf(company, city, key)) ?? ids.get(keyOf(0, city, key));
    },
  };
}
