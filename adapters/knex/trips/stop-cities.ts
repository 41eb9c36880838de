import type { CityId } from '../../../core/kernel/ids.ts';
import type { City } from '../../../core/trips/city.ts';
import { type Ends, type Road, citiesOf } from '../../../core/trips/sections.ts';
import { type Sql, inBatches, list, padded } from '../engine/sql.ts';

type StoppingRoad = Pick<Road, 'stops'> & Ends & { readonly source: City; readonly destination: City };

/** Adds the cities of the stops to trips or timetables. Runs no query if none has intermediate stops. */
export async function withStopCities<Shown extends StoppingRoad>(
  sql: Sql,
  roads: readonly Shown[],
): Promise<readonly (Shown & { readonly stopCities: readonly City[] })[]> {
  const ids = [...new Set(roads.flatMap(({ stops }) => stops.map(({ cityId }) => cityId)))];
  const rows = await inBatches(
    ids,
    (batch) => sql.rows<{ id: CityId; city_name: string }>`
      select id, city_name from cities where id in ${list(padded(batch))}`,
  );
  const between = new Map(rows.map((row): [CityId, City] => [row.id, { id: row.id, name: row.city_name }]));
  return roads.map((road) => {
    const { source, destination } = road;
    const known = new Map([...between, [source.id, source], [destination.id, destination]]);
    return { ...road, stopCities: citiesOf(road).map((id) => cityIn(known, id)) };
  });
}

/** The city of a stop. Cities are never deleted. */
function cityIn(cities: ReadonlyMap<CityId, City>, id: CityId): City {
  const city = cities.get(id);
  if (!city) throw new Error(`A stop is in no city: ${id}.`);
  return city;
}
