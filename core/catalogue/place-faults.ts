import { type RoadBounds, coordinateFaults } from '../kernel/coordinates.ts';
import type { Fault } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import { cityKey } from '../trips/city.ts';
import { pointKey } from '../trips/points.ts';
import type { KnownCatalogue } from './catalogue.ts';
import type { CatalogueDraft } from './catalogue-file.ts';
import { cityOfAlias } from './city-faults.ts';

/** Faults of coordinates outside the bounds or without their other half, and of places that are listed twice. */
export function faultsOfPlaces({ cities = [], places = [] }: CatalogueDraft, bounds: RoadBounds): readonly Fault[] {
  const misplaced = Object.entries({ cities, places }).flatMap(([section, rows]) =>
    rows.flatMap((row, index) =>
      coordinateFaults(row ?? {}, bounds).map(({ field, message }) => ({
        field: `/${section}/${index}/${field}`,
        message,
      })),
    ),
  );
  const twice = repeats(places, (row) =>
    row?.city === undefined || row.name === undefined
      ? undefined
      : JSON.stringify([row.operator ?? null, cityKey(row.city), pointKey(row.name)]),
  );
  return [
    ...misplaced,
    ...twice.map(({ index, first }) => ({
      field: `/places/${index}/name`,
      message: `is listed before, at /places/${first}`,
    })),
  ];
}

/** Faults of places whose city or company is neither in the file nor in the database. */
export function strayPlaces(
  { cities = [], operators = [], places = [] }: CatalogueDraft,
  known: KnownCatalogue,
): readonly Fault[] {
  const listed = new Set(cities.flatMap((row) => (row?.name === undefined ? [] : [cityKey(row.name)])));
  const emails = new Set(operators.map((row) => row?.email));
  return places.flatMap((row, index) => {
    const { city, operator } = row ?? {};
    const faults: Fault[] = [];
    if (operator && !emails.has(operator) && !known.operators.has(operator))
      faults.push({
        field: `/places/${index}/operator`,
        message: `is no operator's e-mail address of the catalogue: ${JSON.stringify(operator)}`,
      });
    if (city !== undefined && !listed.has(cityKey(city)) && !known.cities.has(cityKey(city))) {
      const other = cityOfAlias(known, city);
      faults.push({
        field: `/places/${index}/city`,
        message:
          other === undefined
            ? `is no city of the catalogue: ${JSON.stringify(city)}`
            : `is another name of the city ${JSON.stringify(other)}`,
      });
    }
    return faults;
  });
}
