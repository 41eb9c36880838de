import type { WrongTotal } from '../../../core/audit/ports.ts';
import { ACTIVE_STATUSES } from '../../../core/bookings/booking.ts';
import { type Sql, fragment, list, raw } from '../engine/sql.ts';

type Counts = Pick<WrongTotal, 'id' | 'kept' | 'counted'>;

/**
 * The numbers of all parts that a trip can have. A part lies between neighbouring stops, and a trip has at most 30
 * intermediate stops.
 */
const PARTS = raw(Array.from({ length: 31 }, (_, part) => `select ${part} as part`).join(' union all '));

/**
 * A table `taken`: the number of places that active bookings take, for each part of a trip. Counts all bookings at
 * once, because a catalogue has many trips, of which few are booked.
 */
const TAKEN = fragment`
  taken as (
    select bookings.schedule_id, road.part, sum(bookings.seats_count) as places
    from bookings join (${PARTS}) as road on road.part >= bookings.from_stop and road.part < bookings.to_stop
    where bookings.booking_status in ${list(ACTIVE_STATUSES)}
      and not exists (select 1 from booking_seats where booking_seats.booking_id = bookings.id)
    group by bookings.schedule_id, road.part)`;

/** Trips whose stored number of taken places differs from the bookings of their fullest part. */
export async function wrongPlaces(sql: Sql): Promise<readonly WrongTotal[]> {
  const rows = await sql.rows<Counts>`
    with ${TAKEN},
    fullest as (select schedule_id, max(places) as places from taken group by schedule_id)
    select schedules.id, schedules.places_taken as kept, coalesce(fullest.places, 0) as counted
    from schedules left join fullest on fullest.schedule_id = schedules.id
    where schedules.places_taken <> coalesce(fullest.places, 0) order by schedules.id`;
  return rows.map((row) => ({ table: 'schedules', column: 'places_taken', ...row }));
}

/**
 * Parts of trips whose stored number of taken places differs from the bookings. If a part has no row, no place on it is
 * taken.
 */
export async function wrongParts(sql: Sql): Promise<readonly WrongTotal[]> {
  const rows = await sql.rows<Counts & { readonly part: number }>`
    with ${TAKEN}
    select id, part, kept, counted from (
      select stored.schedule_id as id, stored.part, stored.places_taken as kept, coalesce(taken.places, 0) as counted
      from part_places as stored
        left join taken on taken.schedule_id = stored.schedule_id and taken.part = stored.part
      union all
      select taken.schedule_id, taken.part, 0, taken.places
      from taken join schedules on schedules.id = taken.schedule_id
      where schedules.stops <> '[]' and not exists (
        select 1 from part_places as stored
        where stored.schedule_id = taken.schedule_id and stored.part = taken.part)) as parts
    where kept <> counted order by id, part`;
  return rows.map(({ part, ...row }) => ({ table: 'part_places', column: `places_taken of part ${part}`, ...row }));
}
