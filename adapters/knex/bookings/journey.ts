import { leftAt } from '../../../core/trips/taps.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Times } from '../../../core/trips/sections.ts';
import { raw } from '../engine/sql.ts';
import { toTaps } from '../trips/road.ts';

/*
 * The journey of a booking, in statements that join `bookings` with its trip in `schedules`. A booking of a section has
 * its own times and route; any other booking has those of its trip.
 */

/** Joins the trip of a booking, and the cities of its journey as `source` and `destination`. */
export const JOURNEY_JOINS = raw(`
  join schedules on schedules.id = bookings.schedule_id
  join routes on routes.id = coalesce(bookings.section_route_id, schedules.route_id)
  join cities as source on source.id = routes.source_city_id
  join cities as destination on destination.id = routes.destination_city_id`);

/** Columns of a JourneyRow. A BookingRow already contains the booking's own times. */
export const JOURNEY_COLUMNS = raw(
  'source.city_name as source_city, destination.city_name as destination_city, schedules.departure_time, schedules.arrival_time',
);

export interface JourneyRow {
  readonly source_city: string;
  readonly destination_city: string;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly section_departs: Instant | null;
  readonly section_arrives: Instant | null;
}

/** The moment at which the bus left the first stop of a booking; null if nobody has reported it. */
export const departedAt = (row: {
  readonly from_stop: number;
  readonly departed_at: Instant | null;
  readonly stops_left: string;
}): Instant | null => (row.from_stop === 0 ? row.departed_at : leftAt(toTaps(row.stops_left), row.from_stop));

interface Journey extends Times {
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly whole: Times;
}

export const toJourney = (row: JourneyRow): Journey => ({
  sourceCity: row.source_city,
  destinationCity: row.destination_city,
  departsAt: row.section_departs ?? row.departure_time,
  arrivesAt: row.section_arrives ?? row.arrival_time,
  whole: { departsAt: row.departure_time, arrivesAt: row.arrival_time },
});
