import type { Coordinates } from '../../core/kernel/coordinates.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import type { Fix } from '../../core/road/match-point.ts';
import { type TrackedStop, type TrackedTrip, marksOf } from '../../core/road/tracked-trip.ts';

/** The departure of the trips below. */
export const DEPARTURE = Date.UTC(2026, 10, 20, 1, 15) as Instant;

export const minute = (minutes: number): Instant => minutesAfter(DEPARTURE, minutes);

const CITIES: readonly (Coordinates & { readonly name: string })[] = [
  { name: 'Kathmandu', lat: 27.71, lon: 85.32 },
  { name: 'Mugling', lat: 27.86, lon: 84.56 },
  { name: 'Dumre', lat: 27.97, lon: 84.42 },
  { name: 'Pokhara', lat: 28.21, lon: 83.99 },
];

interface GivenStop {
  readonly arrives: number;
  readonly departs: number;
  readonly points?: TrackedStop['boardingPoints'];
}

/** A trip of four stops: 0, Mugling after 165 minutes, Dumre after 210, Pokhara after 300. */
export const fourStops: readonly GivenStop[] = [
  { arrives: 0, departs: 0 },
  { arrives: 160, departs: 165 },
  { arrives: 205, departs: 210 },
  { arrives: 300, departs: 300 },
];

/** A trip along the cities from Kathmandu to Pokhara. Minutes count from the departure. */
export function aTrackedTrip(
  given: readonly GivenStop[] = fourStops,
  cities: readonly (Coordinates & { readonly name?: string })[] = CITIES,
): TrackedTrip {
  const stops = given.map(({ arrives, departs, points = [] }, stop) => ({
    city: cities[stop]?.name ?? `City ${stop}`,
    arrivesAt: minute(arrives),
    departsAt: minute(departs),
    boardingPoints: points,
  }));
  return { stops, marks: marksOf(stops, [], cities) };
}

/** A city of the trip above. */
export const cityAt = (stop: number): Coordinates => CITIES[stop] as Coordinates;

export const spotBetween = (from: Coordinates, to: Coordinates, share: number): Coordinates => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lon: from.lon + (to.lon - from.lon) * share,
});

/** A point of a bus, `minutes` after the departure. */
export const fixAt = (minutes: number, { lat, lon }: Coordinates): Fix => ({
  at: secondsAfter(DEPARTURE, minutes * 60),
  lat,
  lon,
  accuracy: 20,
  speed: null,
});
