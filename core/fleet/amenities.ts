/** Amenities that a bus can offer, in the order in which people read them. */
export const AMENITIES = ['AC', 'WIFI', 'CHARGING', 'WATER', 'BLANKET', 'TOILET', 'SCREEN', 'RECLINING'] as const;

export type Amenity = (typeof AMENITIES)[number];

/** The given amenities, each once, in the order of AMENITIES. */
export const amenitiesIn = (named: readonly Amenity[]): readonly Amenity[] =>
  AMENITIES.filter((one) => named.includes(one));
