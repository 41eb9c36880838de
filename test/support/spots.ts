/** Coordinates of the cities of a road from Kathmandu by Mugling to Pokhara. */
export const SPOTS = {
  Kathmandu: { lat: 27.71, lon: 85.32 },
  Mugling: { lat: 27.86, lon: 84.56 },
  Pokhara: { lat: 28.21, lon: 83.99 },
};

/** The point in the middle between Kathmandu and Mugling. */
export const HALFWAY = { lat: 27.785, lon: 84.94 };
