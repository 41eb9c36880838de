import type { FreedOnTrip } from '../../../core/fleet/ports.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { partsOf, placesOf, placesWithin } from '../../../core/seats/block.ts';
import { unbookedPlaces } from '../trips/part-places.ts';
import { type Fragment, type Sql, fragment, inBatches, list } from '../engine/sql.ts';
import {
  type FreeSeatRow,
  byTrip,
  lapsedPlaces,
  overlapEachOther,
  seatTaken,
  sectionOf,
  stillSold,
} from '../trips/seat-rows.ts';

/** Adapts rows of `seat_blocks` after a trip or its bus has changed. A trip without blocks costs one lookup. */
export const fitBlocks = (sql: Sql, trips: readonly TripId[], now: Instant): Promise<readonly FreedOnTrip[]> =>
  inBatches(trips, async (batch) => {
    const blocked = await sql.rows<{ id: TripId }>`select id from schedules where id in ${list(batch)} and has_blocks`;
    if (blocked.length === 0) return [];
    const of = list(blocked.map(({ id }) => id));
    const freed = await removeBlocks(
      sql,
      fragment`schedule_id in (select id from schedules where id in ${of} and status <> 'ACTIVE')`,
      now,
    );
    await follow(sql, of, now);
    await leaveStranded(sql, of, now);
    await shrink(sql, of, now);
    await sql.changes`
      update schedules set has_blocks = ${false} where id in ${of}
        and not exists (select 1 from seat_blocks where seat_blocks.schedule_id = schedules.id)`;
    return freed;
  });

/** Deletes blocks. Returns the seats that anybody may take now. */
export const removeBlocks = async (sql: Sql, which: Fragment, now: Instant): Promise<readonly FreedOnTrip[]> =>
  byTrip(
    await sql.rows<FreeSeatRow>`
    delete from seat_blocks where ${which}
    returning schedule_id as trip, ${sectionOf('seat_blocks')}, (
      select bus_seats.seat_number from bus_seats join schedules on schedules.bus_id = bus_seats.bus_id
      where bus_seats.id = seat_blocks.seat_id and schedules.id = seat_blocks.schedule_id and bus_seats.is_active
        and not ${seatTaken('schedules.id', 'bus_seats.id', now)}) as free_seat`,
  );

/** The seat of the trip's present bus with the same number as the blocked seat of the previous bus. */
const sameNumber = (now: Instant): Fragment => fragment`
  select present.id from schedules join bus_seats as present on present.bus_id = schedules.bus_id
    join bus_seats as former on former.seat_number = present.seat_number
  where schedules.id = seat_blocks.schedule_id and former.id = seat_blocks.seat_id and former.in_map
    and former.bus_id <> present.bus_id and present.in_map and present.is_active
    and not ${seatTaken('schedules.id', 'present.id', now)}
    and not exists (
      select 1 from seat_blocks as other where other.schedule_id = schedules.id and other.seat_id = present.id
        and ${overlapEachOther('other', 'seat_blocks')})`;

const follow = (sql: Sql, trips: Fragment, now: Instant): Promise<number> => sql.changes`
  update seat_blocks set seat_id = (${sameNumber(now)})
  where schedule_id in ${trips} and seat_id is not null and exists (${sameNumber(now)})`;

/**
 * Deletes blocks that do not fit the trip's bus. These block a sold or unusable seat, or unnumbered places on a bus
 * with a seat map.
 */
const leaveStranded = (sql: Sql, trips: Fragment, now: Instant): Promise<number> => sql.changes`
  delete from seat_blocks where schedule_id in ${trips} and not exists (
    select 1 from schedules join buses on buses.id = schedules.bus_id
      left join bus_seats on bus_seats.bus_id = buses.id and bus_seats.id = seat_blocks.seat_id and bus_seats.is_active
    where schedules.id = seat_blocks.schedule_id
      and case when buses.has_seat_map then bus_seats.id is not null else seat_blocks.places is not null end
      and not exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = schedules.id and sold.seat_id = seat_blocks.seat_id and ${stillSold(now)}
          and ${overlapEachOther('sold', 'seat_blocks')}))`;

interface PlacesRow {
  readonly id: number;
  readonly schedule_id: TripId;
  readonly places: number;
  readonly from_stop: number;
  readonly to_stop: number;
  readonly has_stops: boolean;
  /** The number of places without a booking. Used only for a trip without stops. */
  readonly room: number;
}

/** Reduces blocks of unnumbered places to the places that bookings leave free between each two stops. */
async function shrink(sql: Sql, trips: Fragment, now: Instant): Promise<void> {
  const rows = await sql.rows<PlacesRow>`
    select seat_blocks.id, seat_blocks.schedule_id, seat_blocks.places, seat_blocks.from_stop, seat_blocks.to_stop,
      schedules.stops <> '[]' as has_stops,
      buses.total_seats - schedules.places_taken + ${lapsedPlaces('schedules', now)} as room
    from seat_blocks join schedules on schedules.id = seat_blocks.schedule_id join buses on buses.id = schedules.bus_id
    where seat_blocks.schedule_id in ${trips} and seat_blocks.places is not null
      and (seat_blocks.blocked_until is null or seat_blocks.blocked_until > ${now})
    order by seat_blocks.id`;
  const left = new Map<TripId, number[]>();
  for (const { id, schedule_id: trip, has_stops: hasStops, room, ...row } of rows) {
    const parts = left.get(trip) ?? [...(hasStops ? await unbookedPlaces(sql, trip, now) : [room])];
    left.set(trip, parts);
    const section = { from: row.from_stop, to: row.to_stop };
    const given = { places: row.places, section, reason: '', until: null };
    const places = placesOf(placesWithin([given], parts));
    for (const part of partsOf(given)) parts[part] = (parts[part] ?? 0) - places;
    if (places === 0) await sql.changes`delete from seat_blocks where id = ${id}`;
    else if (places < row.places) await sql.changes`update seat_blocks set places = ${places} where id = ${id}`;
  }
}
