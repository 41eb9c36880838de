import type { Answer, Schemas } from '../../../api/operations.ts';
import { api } from '../../session.ts';

type Booking = Schemas['OfficeBooking'];
type Trip = Schemas['OfficeTrip'];

/** A trip on which the booking's passengers could travel, with their section of it. */
export interface ChangeTrip {
  readonly id: number;
  readonly departure_time: string;
  readonly arrival_time: string;
  readonly fare: number;
  readonly bus: Trip['bus'];
  /** Free seats of the whole road; undefined on a section, whose seats the map shows. */
  readonly left: number | undefined;
  readonly stops: SectionQuery;
  readonly boardings: readonly Schemas['Point'][];
  readonly droppings: readonly Schemas['Point'][];
  /** The moment from which the minutes of points count. */
  readonly begins: string;
}

/** A section as queries name it. Empty for the whole road. */
type SectionQuery = { readonly from_stop?: string; readonly to_stop?: string };

/** The section between two cities; undefined if the trip does not serve them in this order. */
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
    stops: isWhole ? {} : { from_stop: String(first), to_stop: String(last) },
    boardings: trip.boarding_points,
    droppings: trip.dropping_points,
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

/** The booking's own section, for the map of its trip. */
export const ownSection = ({ from_stop, to_stop, trip }: Booking, { stops }: Trip): SectionQuery =>
  from_stop === 0 && stops.at(-1)?.city.city_name === trip.destination_city
    ? {}
    : { from_stop: String(from_stop), to_stop: String(to_stop) };
