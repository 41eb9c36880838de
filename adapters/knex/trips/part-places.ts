import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Section } from '../../../core/trips/sections.ts';
import { type Fragment, type Sql, forNoKeyUpdate, fragment, raw } from '../engine/sql.ts';
import { placesOffered, stillBlocked } from './seat-rows.ts';

/*
 * The table `part_places`: the unnumbered places taken between each two neighbouring stops (a part) of a trip. The
 * trip's own row has the number of its fullest part. The trip's row is locked first, so that changes run one after
 * another.
 */

/** Condition that a row `part` of part_places belongs to a section, or to the whole trip. */
const partsOf = (section: Section | undefined): Fragment =>
  section ? fragment`and part.part >= ${section.from} and part.part < ${section.to}` : raw('');

type PlacesRow = 'part' | 'place';

/** The number of places that overdue bookings still occupy on one part of a trip (a row of part_places). */
const lapsedOnPart = (now: Instant, row: PlacesRow = 'part'): Fragment => fragment`(
  select coalesce(sum(late.seats_count), 0) from bookings late
  where late.schedule_id = ${raw(row)}.schedule_id and late.booking_status = 'PENDING_PAYMENT' and late.payment_deadline <= ${now}
    and late.from_stop <= ${raw(row)}.part and late.to_stop > ${raw(row)}.part
    and not exists (select 1 from booking_seats where booking_seats.booking_id = late.id))`;

/** The number of blocked places on one part of a trip (a row of part_places). */
const blockedOnPart = (now: Instant, row: PlacesRow = 'part'): Fragment => fragment`(
  select coalesce(sum(blocked.places), 0) from seat_blocks as blocked
  where blocked.schedule_id = ${raw(row)}.schedule_id and blocked.from_stop <= ${raw(row)}.part
    and blocked.to_stop > ${raw(row)}.part and ${stillBlocked(now)})`;

/** The number of places on one part of a trip (a row of part_places) that are offered to people who wait. */
const offeredOnPart = (now: Instant, row: PlacesRow = 'part'): Fragment => fragment`(
  select coalesce(sum(waits.seats), 0) from waits
  where waits.schedule_id = ${raw(row)}.schedule_id and waits.from_stop <= ${raw(row)}.part
    and waits.to_stop > ${raw(row)}.part and ${placesOffered(now)})`;

/** The number of places that are blocked or offered on one part of a trip (a row of part_places). */
const reservedOnPart = (now: Instant, row: PlacesRow = 'part'): Fragment =>
  fragment`(${blockedOnPart(now, row)} + ${offeredOnPart(now, row)})`;

/**
 * The number of places booked, blocked or offered on one part of a trip (a row of part_places). Excludes overdue
 * bookings.
 */
export const takenOnPart = (now: Instant, row: PlacesRow = 'part'): Fragment =>
  fragment`${raw(row)}.places_taken - ${lapsedOnPart(now, row)} + ${reservedOnPart(now, row)}`;

/** The number of places without a booking or an offer, for each part of a trip with stops. May be negative. */
export async function unbookedPlaces(sql: Sql, trip: TripId, now: Instant): Promise<readonly number[]> {
  const rows = await sql.rows<{ places: number }>`
    select buses.total_seats - part.places_taken + ${lapsedOnPart(now)} - ${offeredOnPart(now)} as places
    from part_places as part join schedules on schedules.id = part.schedule_id join buses on buses.id = schedules.bus_id
    where part.schedule_id = ${trip} order by part.part`;
  return rows.map(({ places }) => places);
}

/** The number of places that are booked on the fullest part of a trip in `schedules`. Overdue bookings do not count. */
export const bookedOnFullestPart = (now: Instant): Fragment => fragment`(
  select coalesce(max(part.places_taken - ${lapsedOnPart(now)}), 0) from part_places as part
  where part.schedule_id = schedules.id)`;

/**
 * The number of places that are booked or blocked on the fullest part of a trip or section. Overdue unpaid bookings do
 * not count.
 */
export async function mostPlacesTaken(sql: Sql, trip: TripId, now: Instant, section?: Section): Promise<number> {
  const row = await sql.one<{ taken: number }>`
    select coalesce(max(${takenOnPart(now)}), 0) as taken
    from part_places as part where part.schedule_id = ${trip} ${partsOf(section)}`;
  return row?.taken ?? 0;
}

/** The number of places booked or blocked on the fullest part of a section, for a trip in `schedules`. */
export const takenOnParts = (now: Instant, section: Section): Fragment => fragment`(
  select coalesce(max(part.places_taken + ${reservedOnPart(now)}), 0) from part_places as part
  where part.schedule_id = schedules.id ${partsOf(section)})`;

const lockTrip = (sql: Sql, id: TripId): void => {
  if (sql.dialect === 'postgres') sql.post`select id from schedules where id = ${id} ${forNoKeyUpdate(sql)}`;
};

async function add(sql: Sql, id: TripId, count: number, section: Section): Promise<void> {
  await sql.changes`
    update part_places as part set places_taken = places_taken + ${count} where schedule_id = ${id} ${partsOf(section)}`;
  await sql.changes`
    update schedules set places_taken = (select max(places_taken) from part_places where schedule_id = ${id})
    where id = ${id}`;
}

/** Books places on all parts of a section. If one part has too few places, books none. */
export async function takePartPlaces(
  sql: Sql,
  id: TripId,
  count: number,
  now: Instant,
  section: Section,
): Promise<boolean> {
  lockTrip(sql, id);
  const room = await sql.one`
    select schedules.id from schedules join buses on buses.id = schedules.bus_id
    where schedules.id = ${id} and not buses.has_seat_map and buses.status = 'ACTIVE'
      and ${takenOnParts(now, section)} + ${count} <= buses.total_seats`;
  if (!room) return false;
  await add(sql, id, count, section);
  return true;
}

/** Puts places of a section back on sale. */
export async function freePartPlaces(sql: Sql, id: TripId, count: number, section: Section): Promise<void> {
  lockTrip(sql, id);
  await add(sql, id, -count, section);
}
