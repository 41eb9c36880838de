import type { CityId } from '../../../core/kernel/ids.ts';
import { routeKey } from '../../../core/trips/city.ts';
import type { Ends } from '../../../core/trips/sections.ts';
import { type Sql, inBatches, tuples } from '../engine/sql.ts';

interface RouteRow {
  readonly id: number;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
}

const keyOf = ({ sourceCityId, destinationCityId }: Ends): string => routeKey(sourceCityId, destinationCityId);

/** The routes of the trips, keyed by `routeKey`. Adds missing routes. */
export async function routesOf(sql: Sql, trips: readonly Ends[]): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Map(trips.map((trip) => [keyOf(trip), trip])).values()];
  const known = await knownRoutes(sql, wanted);
  const missing = wanted.filter((ends) => !known.has(keyOf(ends)));
  if (missing.length === 0) return known;
  await sql.changes`
    insert into routes (source_city_id, destination_city_id)
    values ${tuples(missing.map((ends) => [ends.sourceCityId, ends.destinationCityId]))}
    on conflict (source_city_id, destination_city_id) do nothing`;
  return knownRoutes(sql, wanted);
}

async function knownRoutes(sql: Sql, wanted: readonly Ends[]): Promise<ReadonlyMap<string, number>> {
  const rows = await inBatches(
    wanted,
    (batch) => sql.rows<RouteRow>`
      select routes.id, routes.source_city_id, routes.destination_city_id
      from (select cast(column1 as integer) as source, cast(column2 as integer) as destination
            from (values ${tuples(batch.map((ends) => [ends.sourceCityId, ends.destinationCityId]))}) as given) as wanted
        join routes on routes.source_city_id = wanted.source and routes.destination_city_id = wanted.destination`,
  );
  return new Map(rows.map((row) => [routeKey(row.source_city_id, row.destination_city_id), row.id]));
}

/** The route between a trip's or section's ends, among those that `routesOf` found. */
export function routeIn(routes: ReadonlyMap<string, number>, ends: Ends): number {
  const route = routes.get(keyOf(ends));
  if (route === undefined) throw new Error(`There is no route ${keyOf(ends)}.`);
  return route;
}
