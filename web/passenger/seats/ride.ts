import type { Schemas } from '../../api/operations.ts';

/** The fields of a trip that tell whether it is a section of a longer road. */
type OnRoad = Pick<
  Schemas['Trip'],
  'id' | 'from_stop' | 'to_stop' | 'departure_time' | 'arrival_time' | 'trip_departure_time' | 'trip_arrival_time'
>;

/** The stops of a section, as requests name them. Empty for a whole road. */
export interface RideStops {
  readonly from_stop?: number;
  readonly to_stop?: number;
}

/** A trip or a section of it. */
export interface Ride {
  readonly trip: number;
  readonly stops: RideStops;
  /** The end of its pages' addresses, and the name of its draft: `42`, or `42?from_stop=0&to_stop=1`. */
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

/** The ride that a trip of the service shows. Whole roads need no stops in their addresses. */
export const rideOf = ({ id, from_stop, to_stop, ...times }: OnRoad): Ride =>
  times.departure_time === times.trip_departure_time && times.arrival_time === times.trip_arrival_time
    ? ride(id, {})
    : ride(id, { from_stop, to_stop });

/** The ride of an address. Stops that are no numbers are left to the service, which refuses them. */
export function rideAt(trip: string | undefined, query: Readonly<Record<string, string>>): Ride {
  const { from_stop: from, to_stop: until } = query;
  if (from === undefined || until === undefined) return ride(Number(trip), {});
  return ride(Number(trip), { from_stop: Number(from), to_stop: Number(until) });
}

/** The stops as a query has them. */
export const stopsInQuery = ({ from_stop, to_stop }: RideStops): { from_stop?: string; to_stop?: string } =>
  from_stop === undefined ? {} : { from_stop: String(from_stop), to_stop: String(to_stop) };
