import type { BusId, CityId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Fault } from '../kernel/refusal.ts';
import { minutesBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { City } from '../trips/city.ts';
import { pointFaults } from '../trips/points.ts';
import type { Points } from '../trips/points.ts';
import { refuseFaults, timeFaults } from '../trips/times.ts';
import type { Times } from '../trips/times.ts';

/** A journey that a company wants to make once. */
export interface WantedTrip extends Points, Times {
  readonly sourceCityId: CityId;
  readonly destinationCityId: CityId;
  readonly busId: BusId;
  readonly fare: Paisa;
}

/**
 * Refuses a trip that nobody can make: from a city that does not exist or to itself, in the past, too long, or with
 * points beyond it.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function checkTrip(cities: readonly City[], trip: WantedTrip, now: Instant): void {
  const times = timeFaults(trip, now);
  // Points are judged by how long the trip takes: first that has to be right.
  const points = times.length > 0 ? [] : pointFaults(trip, minutesBetween(trip.departsAt, trip.arrivesAt));
  refuseFaults([...cityFaults(cities, trip), ...times, ...points]);
}

function cityFaults(cities: readonly City[], { sourceCityId, destinationCityId }: WantedTrip): readonly Fault[] {
  const known = new Set(cities.map(({ id }) => id));
  const unknown = [
    ...(known.has(sourceCityId) ? [] : ['source_city_id']),
    ...(known.has(destinationCityId) ? [] : ['destination_city_id']),
  ];
  if (unknown.length > 0) return unknown.map((field) => ({ field, message: 'must be the id of a city' }));
  return sourceCityId === destinationCityId
    ? [{ field: 'destination_city_id', message: 'must differ from source_city_id' }]
    : [];
}
