import { folded } from '../kernel/folding.ts';
import type { OperatorId, PlaceId } from '../kernel/ids.ts';
import type { Position } from '../kernel/page.ts';
import type { City } from '../trips/city.ts';
import type { PlaceDetails } from '../trips/places.ts';

/** A named spot in a city. No two places of an owner in a city have names with the same key. */
export interface Place extends PlaceDetails {
  readonly id: PlaceId;
  /** The company whose place it is; null for a shared place of the platform. */
  readonly operatorId: OperatorId | null;
  readonly city: City;
  readonly name: string;
}

export type NewPlace = Omit<Place, 'id' | 'city' | 'photo'> & { readonly cityId: City['id'] };

/** The most places of a company. */
export const MOST_PLACES = 300;

/** The position of a place in lists: by city, then by name. */
export const positionOf = ({ city, name, id }: Place): Position => [city.name, name, id];

/** Whether a position is behind another one. Texts are compared by code units, the same in every store. */
export function isBehind(one: Position, other: Position): boolean {
  const index = one.findIndex((value, place) => value !== other[place]);
  const [value, before] = [one[index], other[index]];
  return value !== undefined && (before === undefined || value > before);
}

/** Whether a place's name, in either language, contains a folded text. */
export const isNamedLike = ({ name, nameNe }: Place, text: string): boolean =>
  folded(name).includes(text) || folded(nameNe ?? '').includes(text);
