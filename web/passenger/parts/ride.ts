import type { Schemas } from '../../api/operations.ts';

/** The fields of an API trip that show whether it is a whole trip or only a section. */
type OnRoad = Pick<
  Schemas['Trip'],
  'id' | 'from_stop' | 'to_stop' | 'departure_time' | 'arrival_time' | 'trip_departure_time' | 'trip_arrival_time'
>;

/** The stops of a section, as request fields. Empty for a whole trip. */
export interface RideStops {
  readonly from_stop?: number;
  readonly to_stop?: number;
}

/** A trip or a section of it. */
export interface Ride {
  readonly trip: number;
  readonly stops: RideStops;
  /** Identifies the ride in page addresses and in draft names: `42`, or `42?from_stop=0&to_stop=1`. */
  readonly key: string;
}

const ride = (trip: number, stops: RideStops): Ride => ({
  trip,
  stops,
  key:
    stops.from_stop === undefined
      ? String(trip)
      : `${trip}?from_stop=${stops.from_stop}&to_stop=${stops.to_stop ?? ''}`,
});

/** The ride of a trip from the API. The address of a whole trip needs no stops. */
export const rideOf = ({ id, from_stop, to_stop, ...times }: OnRoad): Ride =>
  times.departure_time === times.trip_departure_time && times.arrival_time === times.trip_arrival_time
    ? ride(id, {})
    : ride(id, { from_stop, to_stop });

/**
 * Reads the ride from a page's address. Does not check that stops are numbers, because the service refuses other
 * values.
 */
export function rideAt(trip: string | undefined, query: Readonly<Record<string, string>>): Ride {
  const { from_stop: from, to_stop: until } = query;
  if (from === undefined || until === undefined) return ride(Number(trip), {});
  return ride(Number(trip), { from_stop: Number(from), to_stop: Number(until) });
}

/** The stops as query parameters. */
export const stopsInQuery = ({ from_stop, to_stop }: RideStops): { from_stop?: string; to_stop?: string } =>
  from_stop === undefined ? {} : { from_stop: String(from_stop), to_stop: String(to_stop) };
