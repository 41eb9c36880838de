import type { Coordinates } from '../kernel/coordinates.ts';
import type { CityId } from '../kernel/ids.ts';
import { folded } from '../kernel/folding.ts';

export interface City {
  readonly id: CityId;
  readonly name: string;
}

/** The names of a city. `aliases` are other spellings, old names and short names, by which people search for it. */
export interface CityNames {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Details of a city beside its names in English. Null if they are not known. */
export interface CityDetails {
  readonly nameNe: string | null;
  /** The city's centre. */
  readonly coordinates: Coordinates | null;
}

export type NamedCity = City & CityNames & CityDetails;

/** The form in which names of cities are compared. */
export const cityKey = folded;

/** The highest number of aliases of a city. */
export const MOST_ALIASES = 12;
/** The bounds on the length of an alias. */
export const ALIAS_LENGTHS = { min: 2, max: 60 };

/** The names of a city, without aliases that repeat its name or an earlier alias. */
export function cityNames(name: string, aliases: readonly string[]): CityNames {
  const keys = new Set([cityKey(name)]);
  return { name, aliases: aliases.filter((alias) => keys.size < keys.add(cityKey(alias)).size) };
}

/** The key of a route: the ids of its first and its last city. */
export const routeKey = (source: CityId, destination: CityId): string => `${source}>${destination}`;

/** Orders cities by the code points of their names, the same in every store. */
export const byCityName = (one: City, other: City): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id;

export interface CityRepo {
  /** Every city, ordered by byCityName. */
  all(): Promise<readonly NamedCity[]>;
}

/**
 * Cities, inside a transaction. A `cityKey` belongs to one city only, as its name or as an alias. If another city has
 * one of the given names, the transaction must be rolled back.
 */
export interface CityStore {
  /** Adds a city. Returns `taken` if another city has one of the names. */
  add(names: CityNames): Promise<CityId | 'taken'>;
  /** Locks the city until the transaction ends. */
  lock(id: CityId): Promise<NamedCity | undefined>;
  /** Replaces the names of a city. Returns false if another city has one of the names. */
  change(id: CityId, names: CityNames): Promise<boolean>;
  /** Replaces the details of a city. */
  describe(id: CityId, details: CityDetails): Promise<void>;
}
