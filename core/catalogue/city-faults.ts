import type { Draft } from '../kernel/draft.ts';
import type { CityId } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import { cityKey } from '../trips/city.ts';
import type { KnownCatalogue } from './catalogue.ts';
import type { CatalogueDraft, FileCity } from './catalogue-file.ts';

type Row = Draft<FileCity> | undefined;
type Known = Pick<KnownCatalogue, 'cities' | 'cityNames' | 'aliases'>;

/** A name or an alias in the file, with its JSON pointer. `key` is undefined if the name is malformed. */
interface Given {
  readonly key: string | undefined;
  readonly pointer: string;
  /** The position of its row. */
  readonly row: number;
}

const keyOf = (row: Row): string | undefined => (row?.name === undefined ? undefined : cityKey(row.name));

const namesIn = (rows: readonly Row[]): readonly Given[] =>
  rows.map((row, index) => ({ key: keyOf(row), pointer: `/cities/${index}${row?.nameAt ?? ''}`, row: index }));

/** The aliases of all rows, without those that a row repeats itself. */
const aliasesIn = (rows: readonly Row[]): readonly (Given & { readonly key: string })[] =>
  rows.flatMap((row, index) => {
    const own = new Set([keyOf(row)]);
    return (row?.aliases ?? []).flatMap((alias, place) => {
      const key = alias === undefined ? undefined : cityKey(alias);
      if (key === undefined || own.has(key)) return [];
      own.add(key);
      return [{ key, pointer: `/cities/${index}/aliases/${place}`, row: index }];
    });
  });

/** The name of the known city that has the alias; undefined if it is no alias. */
export const cityOfAlias = ({ aliases, cityNames }: Known, name: string): string | undefined =>
  cityNames.get(aliases.get(cityKey(name)) as CityId)?.name;

/** Faults of cities and aliases that another row of the file has, too. */
export function repeatedNames({ cities = [] }: CatalogueDraft): readonly Fault[] {
  const names = namesIn(cities);
  const aliases = aliasesIn(cities);
  const before = (given: readonly Given[]): readonly Fault[] =>
    repeats(given, ({ key }) => key).map(({ index, first }) => ({
      field: given[index]?.pointer ?? '',
      message: `is listed before, at ${given[first]?.pointer ?? ''}`,
    }));
  const asNames = aliases.flatMap(({ key, pointer, row }) => {
    const city = names.find((name) => name.key === key && name.row !== row);
    return city ? [{ field: pointer, message: `is the name of another city, at ${city.pointer}` }] : [];
  });
  return [...before(names), ...before(aliases), ...asNames];
}

/** Faults of cities that are an alias in the database, and of aliases that another city has in the database. */
export function takenNames({ cities = [] }: CatalogueDraft, known: Known): readonly Fault[] {
  const named = namesIn(cities).flatMap(({ key, pointer }) => {
    const city = key === undefined ? undefined : cityOfAlias(known, key);
    return city === undefined
      ? []
      : [{ field: pointer, message: `is another name of the city ${JSON.stringify(city)}` }];
  });
  const aliased = aliasesIn(cities).flatMap(({ key, pointer, row }) => {
    const own = known.cities.get(keyOf(cities[row]) ?? '');
    const holder = known.cities.get(key) ?? known.aliases.get(key);
    if (holder === undefined || holder === own) return [];
    return [{ field: pointer, message: `belongs to the city ${JSON.stringify(known.cityNames.get(holder)?.name)}` }];
  });
  return [...named, ...aliased];
}
