import type { CrowdedTrip, Overlap } from '../../../core/audit/ports.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { ONCE, REPEATED } from '../../../core/trips/planned-trips.ts';
import { type Sql, fragment } from '../engine/sql.ts';
import { bookedOnFullestPart } from '../trips/part-places.ts';
import { lapsedPlaces } from '../trips/seat-rows.ts';

interface OverlapRow {
  readonly trip: TripId;
  readonly older: TripId;
}

/**
 * Trips of one bus whose times overlap. Compares only the few trips that leave before the bus is back from an earlier
 * trip.
 */
export async function overlapsOf(sql: Sql): Promise<readonly Overlap[]> {
  const isPlannedHere = fragment`
    (substr(schedule_key, 1, ${ONCE.length}) = ${ONCE} or substr(schedule_key, 1, ${REPEATED.length}) = ${REPEATED})`;
  const rows = await sql.rows<OverlapRow>`
    with planned as (
      select id, bus_id, departure_time, arrival_time from schedules where status = 'ACTIVE' and ${isPlannedHere}),
    followed as (
      select planned.*, max(arrival_time) over (
        partition by bus_id order by departure_time, id rows between unbounded preceding and 1 preceding) as back_at
      from planned)
    select case when late.id > other.id then late.id else other.id end as trip,
      case when late.id > other.id then other.id else late.id end as older
    from followed as late join planned as other on other.bus_id = late.bus_id and other.id <> late.id
      and other.arrival_time > late.departure_time and (
        other.departure_time < late.departure_time or other.departure_time = late.departure_time and other.id < late.id)
    where late.back_at > late.departure_time order by 1, 2`;
  return rows.map(({ trip, older }) => ({ tripId: trip, olderId: older }));
}

/**
 * Trips whose stored number of taken places exceeds the places of their bus. Another query compares the stored number
 * with the bookings.
 */
export async function crowdedTrips(sql: Sql, at: Instant): Promise<readonly CrowdedTrip[]> {
  const rows = await sql.rows<{ id: TripId; taken: number; places: number }>`
    select id, taken, places from (
      select schedules.id, case when schedules.stops <> '[]' then ${bookedOnFullestPart(at)}
        else schedules.places_taken - ${lapsedPlaces('schedules', at)} end as taken, buses.total_seats as places
      from schedules join buses on buses.id = schedules.bus_id
      where schedules.status = 'ACTIVE' and schedules.departure_time > ${at} and schedules.places_taken > 0
        and not buses.has_seat_map) as trips
    where taken > places order by id`;
  return rows.map(({ id, taken, places }) => ({ tripId: id, taken, places }));
}
