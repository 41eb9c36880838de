import type { Answer, Schemas } from '../../../api/operations.ts';
import { api } from '../../session.ts';

type Booking = Schemas['OfficeBooking'];
type Trip = Schemas['OfficeTrip'];

/** A trip that the booking could move to, with the stops where its passengers would get on and off. */
export interface ChangeTrip {
  readonly id: number;
  readonly departure_time: string;
  readonly arrival_time: string;
  readonly fare: number;
  readonly bus: Trip['bus'];
  /**
   * The number of free seats, if the passengers ride the whole trip. Undefined for a section (from one stop to a later
   * one), because the seat map shows that section's free seats.
   */
  readonly left: number | undefined;
  readonly stops: Stops;
  readonly boardings: readonly Schemas['Point'][];
  readonly droppings: readonly Schemas['Point'][];
  /** The departure of the whole trip. The minutes of boarding and dropping points count from this time. */
  readonly begins: string;
}

/** The stops where the passengers get on and off, as request fields. */
interface Stops {
  readonly from_stop: number;
  readonly to_stop: number;
}

/** The stops as query parameters. */
export const stopsInQuery = ({ from_stop, to_stop }: Stops) => ({
  from_stop: String(from_stop),
  to_stop: String(to_stop),
});

/** The section of the trip between two cities. Undefined if the trip does not serve them in this order. */
function sectionOf(trip: Trip, { source_city: from, destination_city: to }: Booking['trip']): ChangeTrip | undefined {
  const names = trip.stops.map(({ city }) => city.city_name);
  const [first, last] = [names.indexOf(from), names.indexOf(to)];
  if (first < 0 || last <= first) return undefined;
  const isWhole = first === 0 && last === names.length - 1;
  const fare = isWhole ? trip.fare : trip.fares.find((one) => one.from === first && one.to === last)?.fare;
  if (fare === undefined) return undefined;
  return {
    id: trip.id,
    departure_time: trip.stops[first]?.departs_at ?? trip.departure_time,
    arrival_time: trip.stops[last]?.arrives_at ?? trip.arrival_time,
    fare,
    bus: trip.bus,
    left: isWhole ? trip.seats.left + trip.seats.blocked : undefined,
    stops: { from_stop: first, to_stop: last },
    boardings: pointsAt(trip, trip.boarding_points, first, 'departs_at'),
    droppings: pointsAt(trip, trip.dropping_points, last, 'arrives_at'),
    begins: trip.departure_time,
  };
}

/** The company's other trips of a day between the booking's cities, in the order of their departures. */
export async function tripsFor({ trip, schedule_id: present }: Booking, day: string, signal: AbortSignal) {
  const trips: ChangeTrip[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer<'get', '/api/operator/trips'> = await api.get('/api/operator/trips', {
      query: { from: day, to: day, status: 'ACTIVE' as const, limit: 100, ...(cursor !== null && { cursor }) },
      signal,
    });
    for (const found of page.results) {
      const section = found.id === present || found.departed_at !== null ? undefined : sectionOf(found, trip);
      if (section && Date.parse(section.departure_time) > Date.now()) trips.push(section);
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return trips;
}

/** The stops where the booking's passengers get on and off now. */
export const ownStops = ({ from_stop, to_stop }: Booking): Stops => ({ from_stop, to_stop });

/** The boarding or dropping points at a stop. A stop on the way without points gets a point with the city's name. */
function pointsAt(
  { stops, departure_time: begins }: Trip,
  points: readonly Schemas['Point'][],
  stop: number,
  moment: 'departs_at' | 'arrives_at',
): readonly Schemas['Point'][] {
  const end = moment === 'departs_at' ? 0 : stops.length - 1;
  const here = points.filter(({ stop: at = end }) => at === stop);
  const { city, [moment]: at = null } = stops[stop] ?? {};
  if (here.length > 0 || stop === end || !city || at === null) return here;
  return [{ name: city.city_name, minutes: (Date.parse(at) - Date.parse(begins)) / 60_000 }];
}
