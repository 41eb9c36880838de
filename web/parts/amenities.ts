import type { Schemas } from '../api/operations.ts';
import { w } from '../words/shared.ts';

export type Amenity = Schemas['Bus']['amenities'][number];

/** The API's names of all amenities, in the order in which pages list them. */
export const AMENITIES: readonly Amenity[] = [
  'AC',
  'WIFI',
  'CHARGING',
  'WATER',
  'BLANKET',
  'TOILET',
  'SCREEN',
  'RECLINING',
];

export const amenityName = (amenity: Amenity): string => w.value.amenities[amenity];
