import type { Schemas } from '../api/operations.ts';
import { w } from '../words/shared.ts';

export type Amenity = Schemas['Bus']['amenities'][number];

/** In the order in which people read them, which is the service's. */
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
