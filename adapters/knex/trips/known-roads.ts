import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import { type Catalogue, type CatalogueRoad, known } from './catalogue.ts';
import { type RoadRow, toRoad } from './road.ts';

/** The highest number of roads (stops with fares) that are cached for one route. */
const MOST_ROADS = 16;

/**
 * The stops, fares and cities of a trip. Trips of one timetable share stops and fares, so cached ones are found by the
 * stored texts. The texts are compared one by one, because a map would hash hundreds of letters for each result.
 */
export function roadIn({ routes, cityNames }: Catalogue, route: RouteId, row: RoadRow): CatalogueRoad {
  const { sourceCity, destinationCity, roads } = known(routes, route);
  const met = roads.find(({ text }) => text.stops === row.stops && text.fares === row.fares);
  if (met) return met;
  const { stops, fares } = toRoad(row);
  const between = stops.map(({ cityId }) => known(cityNames, cityId));
  const road = { text: row, stops, fares, stopCities: [sourceCity, ...between, destinationCity] };
  if (roads.length >= MOST_ROADS) roads.length = 0;
  roads.push(road);
  return road;
}
