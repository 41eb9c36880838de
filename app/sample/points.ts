import type { TripId } from '../../core/kernel/ids.ts';
import { minutesBetween } from '../../core/kernel/time.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores, Views } from '../../core/stores.ts';
import type { PlannedTrip } from '../../core/trips/planned-trips.ts';
import type { Points } from '../../core/trips/points.ts';

/*
 * Adds the points where passengers of the sample get on and off. A catalogue file cannot contain the points of a trip,
 * so the imported trips get them here. The places of these points are in places.ts.
 */

/**
 * Places in a city, with minutes from the departure there. For buses that end in the city, minutes count back from the
 * arrival.
 */
const PLACES: Readonly<Record<string, readonly (readonly [name: string, minutes: number])[]>> = {
  Kathmandu: [
    ['Gongabu bus park', 0],
    ['Balkhu', 15],
    ['Kalanki', 25],
    ['Thankot', 45],
  ],
  Pokhara: [
    ['Lakeside', 0],
    ['Prithvi Chowk', 15],
  ],
  Bharatpur: [
    ['Bharatpur bus park', 0],
    ['Narayangadh', 10],
  ],
  Butwal: [
    ['Butwal bus park', 0],
    ['Traffic Chowk', 10],
  ],
};

/** Buses to these cities leave the Kathmandu valley on another road, so passengers get on at other places. */
const EASTWARD = ['Charikot', 'Jiri'];
const EAST_OF_KATHMANDU = [
  ['Old bus park', 0],
  ['Koteshwor', 20],
  ['Suryabinayak', 40],
] as const;

const placesOf = (city: string, otherEnd: string): readonly (readonly [string, number])[] =>
  city === 'Kathmandu' && EASTWARD.includes(otherEnd) ? EAST_OF_KATHMANDU : (PLACES[city] ?? [[`${city} bus park`, 0]]);

export function samplePoints(from: string, to: string, durationMinutes: number): Points {
  return {
    boardingPoints: placesOf(from, to).map(([name, minutes]) => ({ name, minutes })),
    droppingPoints: placesOf(to, from)
      .map(([name, minutes]) => ({ name, minutes: durationMinutes - minutes }))
      .toReversed(),
  };
}

/** The number of trips that one transaction changes. */
const BATCH = 200;

interface Needs {
  readonly transact: Transact<Stores>;
  readonly views: Pick<Views, 'cities'>;
}

/** Adds boarding and dropping points to trips without any. */
export async function addSamplePoints({ transact, views }: Needs, trips: readonly TripId[]): Promise<void> {
  const names = new Map((await views.cities.all()).map(({ id, name }) => [id, name]));
  for (let first = 0; first < trips.length; first += BATCH)
    await transact(async ({ plannedTrips }) => {
      const changed: PlannedTrip[] = [];
      for (const id of trips.slice(first, first + BATCH)) {
        const trip = await plannedTrips.lock(id);
        if (!trip || trip.boardingPoints.length > 0) continue;
        const [from = '', to = ''] = [names.get(trip.sourceCityId), names.get(trip.destinationCityId)];
        changed.push({ ...trip, ...samplePoints(from, to, minutesBetween(trip.departsAt, trip.arrivesAt)) });
      }
      await plannedTrips.save(changed);
    });
}
