import type { OffRoad, SharedSeat, TakenTwice } from '../../../core/audit/taken-twice.ts';
import { ACTIVE_STATUSES } from '../../../core/bookings/booking.ts';
import { type Section, overlaps } from '../../../core/trips/sections.ts';
import type { BookingId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Sql, list, raw } from '../engine/sql.ts';
import { overlapEachOther, stillBlocked, stillSold } from '../trips/seat-rows.ts';

/**
 * A seat of a trip that belongs to several bookings. `bookings` lists these bookings as `id:from:to`, joined by commas.
 */
export interface SharedRow {
  readonly trip: TripId;
  readonly seat: SeatNumber;
  readonly bookings: string;
}

/**
 * The bookings whose section overlaps with another booking's section. A seat may be sold again where sections do not
 * overlap.
 */
const overlapping = (sold: readonly (Section & { readonly id: BookingId })[]): readonly BookingId[] =>
  sold
    .filter((one) => sold.some((other) => other !== one && overlaps(one, other)))
    .map(({ id }) => id)
    .sort((one, other) => one - other);

export const toShared = ({ trip, seat, bookings }: SharedRow): SharedSeat => ({
  tripId: trip,
  seat,
  bookings: overlapping(
    bookings.split(',').map((text) => {
      const [id = 0, from = 0, to = 0] = text.split(':').map(Number);
      return { id: id as BookingId, from, to };
    }),
  ),
});

interface TwiceRow {
  readonly trip: TripId;
  readonly seat: SeatNumber;
  readonly one: TakenTwice['takers'][0];
  readonly two: TakenTwice['takers'][1];
}

/**
 * Finds seats that are taken twice. Compares holds and blocks, of which there are few, with all rows of the same seat.
 */
export async function seatsTakenTwice(sql: Sql, at: Instant): Promise<readonly TakenTwice[]> {
  const rows = await sql.rows<TwiceRow>`
    select twice.trip, bus_seats.seat_number as seat, twice.one, twice.two from (
      select held.schedule_id as trip, held.seat_id, 'held' as one, 'sold' as two
      from seat_locks as held join booking_seats as sold
        on sold.schedule_id = held.schedule_id and sold.seat_id = held.seat_id and ${overlapEachOther('held', 'sold')}
      where held.expires_at > ${at} and ${stillSold(at)}
      union all
      select held.schedule_id, held.seat_id, 'held', 'blocked'
      from seat_locks as held join seat_blocks as blocked
        on blocked.schedule_id = held.schedule_id and blocked.seat_id = held.seat_id
          and ${overlapEachOther('held', 'blocked')}
      where held.expires_at > ${at} and ${stillBlocked(at)}
      union all
      select held.schedule_id, held.seat_id, 'held', 'held'
      from seat_locks as held join seat_locks as other
        on other.schedule_id = held.schedule_id and other.seat_id = held.seat_id and other.from_stop > held.from_stop
          and ${overlapEachOther('held', 'other')}
      where held.expires_at > ${at} and other.expires_at > ${at}
      union all
      select blocked.schedule_id, blocked.seat_id, 'blocked', 'blocked'
      from seat_blocks as blocked join seat_blocks as other
        on other.schedule_id = blocked.schedule_id and other.seat_id = blocked.seat_id and other.id > blocked.id
          and ${overlapEachOther('blocked', 'other')}
      where ${stillBlocked(at)} and (other.blocked_until is null or other.blocked_until > ${at})
    ) as twice join bus_seats on bus_seats.id = twice.seat_id order by 1, 2, 3, 4`;
  return rows.map(({ trip, seat, one, two }) => ({ tripId: trip, seat, takers: [one, two] }));
}

interface OffRoadRow {
  readonly trip: TripId;
  readonly taker: OffRoad['taker'];
  readonly from_stop: number;
  readonly to_stop: number;
}

/** Finds holds, blocks and bookings whose section has a stop that their trip lacks. */
export async function takenOffRoad(sql: Sql, at: Instant): Promise<readonly OffRoad[]> {
  const last = raw(
    `1 + json_array_length(${sql.dialect === 'sqlite' ? 'schedules.stops' : 'cast(schedules.stops as json)'})`,
  );
  const rows = await sql.rows<OffRoadRow>`
    select taken.trip, taken.taker, taken.from_stop, taken.to_stop from (
      select schedule_id as trip, 'held' as taker, from_stop, to_stop from seat_locks where expires_at > ${at}
      union all
      select blocked.schedule_id, 'blocked', blocked.from_stop, blocked.to_stop
      from seat_blocks as blocked where ${stillBlocked(at)}
      union all
      select schedule_id, 'booked', from_stop, to_stop from bookings where booking_status in ${list(ACTIVE_STATUSES)}
    ) as taken join schedules on schedules.id = taken.trip
    where taken.from_stop < 0 or taken.from_stop >= taken.to_stop or taken.to_stop > ${last} order by 1, 2, 3, 4`;
  return rows.map((row) => ({ tripId: row.trip, taker: row.taker, from: row.from_stop, to: row.to_stop }));
}
