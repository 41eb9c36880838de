import type { BlockOnRecord, BookingOnRecord, WrongTotal } from '../../../core/audit/ports.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Block } from '../../../core/seats/block.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { takenOnPart } from '../trips/part-places.ts';
import { lapsedPlaces, overlapEachOther, stillBlocked, stillSold } from '../trips/seat-rows.ts';
import { toRoad } from '../trips/road.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly schedule_id: TripId;
  readonly seat_number: SeatNumber | null;
  readonly places: number | null;
  readonly blocked_until: Instant | null;
  readonly status: TripStatus;
  readonly departure_time: Instant;
  readonly stops: string;
  readonly is_aboard: boolean;
  readonly is_sold: boolean;
  readonly places_left: number;
}

/** Reads the rows of blocks, because the flag `has_blocks` of a trip may be wrong. */
export async function blocksOnRecord(sql: Sql, at: Instant): Promise<readonly BlockOnRecord[]> {
  const rows = await sql.rows<Row>`
    select blocked.schedule_id, bus_seats.seat_number, blocked.places, blocked.blocked_until,
      schedules.status, schedules.departure_time, schedules.stops,
      case when blocked.seat_id is null then not buses.has_seat_map
        else bus_seats.bus_id = schedules.bus_id and bus_seats.is_active end as is_aboard,
      exists (select 1 from booking_seats as sold
        where sold.schedule_id = blocked.schedule_id and sold.seat_id = blocked.seat_id
          and ${overlapEachOther('sold', 'blocked')} and ${stillSold(at)}) as is_sold,
      buses.total_seats - case when schedules.stops <> '[]' then (
          select coalesce(max(${takenOnPart(at)}), 0) from part_places as part
          where part.schedule_id = blocked.schedule_id and part.part >= blocked.from_stop and part.part < blocked.to_stop)
        else schedules.places_taken - ${lapsedPlaces('schedules', at)} + (
          select coalesce(sum(blocked.places), 0) from seat_blocks as blocked
          where blocked.schedule_id = schedules.id and ${stillBlocked(at)}) end as places_left
    from seat_blocks as blocked join schedules on schedules.id = blocked.schedule_id join buses on buses.id = schedules.bus_id
      left join bus_seats on bus_seats.id = blocked.seat_id
    where ${stillBlocked(at)} order by blocked.schedule_id, blocked.id`;
  return rows.map((row) => ({
    tripId: row.schedule_id,
    seat: row.seat_number,
    places: row.places,
    until: row.blocked_until,
    trip: { status: row.status, departsAt: row.departure_time, stops: toRoad({ stops: row.stops, fares: '[]' }).stops },
    isAboard: row.is_aboard,
    isSold: row.is_sold,
    placesLeft: row.places_left,
  }));
}

/** Trips that have blocks, but are marked as having none. Sales ignore such blocks. */
export async function hiddenBlocks(sql: Sql): Promise<readonly WrongTotal[]> {
  const rows = await sql.rows<{ id: TripId }>`
    select id from schedules where not has_blocks and id in (select schedule_id from seat_blocks) order by id`;
  return rows.map(({ id }) => ({ table: 'schedules', column: 'has_blocks', id, kept: 0, counted: 1 }));
}

/**
 * Parses the blocks that a counter sale used up. The stored text may have been changed by hand, so any text is
 * possible.
 */
export function toLentBlocks(text: string | null): BookingOnRecord['lentBlocks'] {
  try {
    const lent: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(lent) && lent.every(isBlock) ? lent : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function isBlock(given: unknown): given is Block {
  if (typeof given !== 'object' || given === null) return false;
  const { reason, until, seat, places } = given as Readonly<Record<string, unknown>>;
  const isWhat = places === undefined ? typeof seat === 'string' : Number.isInteger(places) && Number(places) > 0;
  return isWhat && typeof reason === 'string' && (until === null || Number.isInteger(until));
}
