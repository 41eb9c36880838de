import type { SeatId, SeatNumber, TripId, SeatHolder } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TakenSection } from '../../../core/fleet/road-changes.ts';
import type { FreedSeat, HoldRefusal, Selection, SelectionOutcome } from '../../../core/seats/ports.ts';
import type { Section } from '../../../core/trips/sections.ts';
import { type Fragment, type Sql, fragment, list, raw, tuples } from '../engine/sql.ts';
import {
  type FreedRow,
  overlapping,
  returningFreed,
  stillBlocked,
  stillSold,
  toFreedSeats,
} from '../trips/seat-rows.ts';

/*
 * Seats of trips with intermediate stops. Every transaction that takes a seat of such a trip locks the trip first (see
 * `inTurn` in seat-holds.ts). After the lock, a transaction sees all rows of earlier transactions. A free seat stays
 * free until the transaction ends.
 */

/** A wanted seat, with the facts that decide whether it can be taken on a section. */
export interface SectionSeatRow {
  readonly seat_id: SeatId;
  readonly seat_number: SeatNumber;
  readonly is_active: boolean;
  /** Whether the seat is sold for good, or its unpaid sale is not overdue yet. */
  readonly is_sold: boolean;
  /** Whether the seat is sold, even by an overdue sale. */
  readonly is_in_sale: boolean;
  readonly is_blocked: boolean;
  /** Whether another passenger holds the seat, or the passenger has an offer of it on another section. */
  readonly is_held: boolean;
  /** Whether the passenger holds the seat on any section that overlaps with the wanted section. */
  readonly is_own: boolean;
}

interface WantedSeats {
  readonly tripId: TripId;
  readonly passenger: SeatHolder;
  readonly wanted: readonly SeatNumber[];
  readonly section: Section;
}

const whileHeld = (section: Section, now: Instant): Fragment => fragment`
  held.schedule_id = schedules.id and held.seat_id = bus_seats.id and held.expires_at > ${now}
  and ${overlapping('held', section)}`;

/** The wanted seats on the map of the trip's present bus. */
export const seatsOnSection = (
  sql: Sql,
  { tripId, passenger, wanted, section }: WantedSeats,
  now: Instant,
): Promise<readonly SectionSeatRow[]> => {
  const sold = fragment`
    sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${overlapping('sold', section)}`;
  return sql.rows<SectionSeatRow>`
    select bus_seats.id as seat_id, bus_seats.seat_number, bus_seats.is_active,
      exists (select 1 from booking_seats as sold where ${sold} and ${stillSold(now)}) as is_sold,
      exists (select 1 from booking_seats as sold where ${sold} and sold.active) as is_in_sale,
      (schedules.has_blocks and exists (
        select 1 from seat_blocks as blocked
        where blocked.schedule_id = schedules.id and blocked.seat_id = bus_seats.id
          and ${overlapping('blocked', section)} and ${stillBlocked(now)})) as is_blocked,
      exists (
        select 1 from seat_locks as held
        where ${whileHeld(section, now)} and (held.locked_by <> ${passenger} or (held.wait_id is not null
          and not (held.from_stop = ${section.from} and held.to_stop = ${section.to})))) as is_held,
      exists (
        select 1 from seat_locks as held
        where ${whileHeld(section, now)} and held.locked_by = ${passenger}) as is_own
    from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
    where schedules.id = ${tripId} and bus_seats.seat_number in ${list(wanted)} and bus_seats.in_map
    order by bus_seats.id`;
};

/** Ends holds of these seats that overlap the section and meet a condition. */
export const endOverlapping = async (
  sql: Sql,
  { tripId, wanted, section }: Omit<WantedSeats, 'passenger'>,
  which: Fragment,
  now: Instant,
): Promise<readonly FreedSeat[]> =>
  toFreedSeats(
    await sql.rows<FreedRow>`
    delete from seat_locks
    where schedule_id = ${tripId} and ${overlapping('seat_locks', section)} and ${which} and seat_id in (
      select bus_seats.id from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
      where schedules.id = ${tripId} and bus_seats.seat_number in ${list(wanted)} and bus_seats.in_map)
    ${returningFreed(now)}`,
  );

/** Deletes the passenger's holds on the trip, except offers and holds of the wanted seats on the same section. */
const dropOthers = async (
  sql: Sql,
  { tripId, passenger, wanted, section: { from, to } }: WantedSeats,
  now: Instant,
): Promise<readonly FreedSeat[]> =>
  toFreedSeats(
    await sql.rows<FreedRow>`
    delete from seat_locks
    where schedule_id = ${tripId} and locked_by = ${passenger} and expires_at > ${now} and wait_id is null
      and not (from_stop = ${from} and to_stop = ${to} and exists (
        select 1 from bus_seats where bus_seats.id = seat_locks.seat_id and bus_seats.seat_number in ${list(wanted)}))
    ${returningFreed(now)}`,
  );

function refusalOf(seat: SectionSeatRow | undefined): HoldRefusal | undefined {
  if (!seat?.is_active) return 'unknown';
  if (seat.is_sold) return 'booked';
  if (seat.is_blocked) return 'unknown';
  return seat.is_held ? 'held' : undefined;
}

/** Holds the wanted seats on the section, and ends the passenger's other holds on the trip. */
export async function holdOnSection(
  sql: Sql,
  selection: Selection & WantedSeats,
  now: Instant,
): Promise<SelectionOutcome> {
  const { tripId, passenger, wanted, section, expiresAt } = selection;
  const [dropped, lapsed, seats] = await Promise.all([
    dropOthers(sql, selection, now),
    endOverlapping(sql, selection, fragment`expires_at <= ${now}`, now),
    seatsOnSection(sql, selection, now),
  ]);
  const known = new Map(seats.map((seat) => [seat.seat_number, seat]));
  const refused = wanted.flatMap((seat) => {
    const reason = refusalOf(known.get(seat));
    return reason ? [{ seat, reason }] : [];
  });
  const free = seats.filter((seat) => refusalOf(seat) === undefined);
  if (free.length > 0) {
    const rows = free.map(({ seat_id: seat }) => [tripId, seat, passenger, expiresAt, section.from, section.to]);
    sql.post`
      insert into seat_locks (schedule_id, seat_id, locked_by, expires_at, from_stop, to_stop) values ${tuples(rows)}
      on conflict (schedule_id, seat_id, from_stop) do update set expires_at = excluded.expires_at
      where seat_locks.wait_id is null`;
  }
  return {
    held: wanted.filter((seat) => !refused.some((refusal) => refusal.seat === seat)),
    dropped,
    refused,
    lapsed,
    renewed: free.filter(({ is_own: isOwn }) => isOwn).map(({ seat_number: seat }) => seat),
  };
}

interface TakenRow {
  readonly seat_number: SeatNumber;
  readonly status: TakenSection['status'];
  readonly from_stop: number;
  readonly to_stop: number;
}

/** The sections on which these seats are taken, by any hold, sale or block. */
export async function takenSections(
  sql: Sql,
  trip: TripId,
  seats: readonly SeatNumber[],
): Promise<readonly TakenSection[]> {
  const taken = (table: string, status: TakenSection['status'], which: string): Fragment => fragment`
    select bus_seats.seat_number, ${status} as status, taken.from_stop, taken.to_stop
    from ${raw(table)} as taken join bus_seats on bus_seats.id = taken.seat_id
    where taken.schedule_id = ${trip} and ${raw(which)} and bus_seats.seat_number in ${list(seats)}`;
  const rows = await sql.rows<TakenRow>`
    ${taken('booking_seats', 'BOOKED', 'taken.active')}
    union all ${taken('seat_blocks', 'BLOCKED', 'taken.seat_id is not null')}
    union all ${taken('seat_locks', 'LOCKED', 'taken.expires_at > 0')}`;
  return rows.map((row) => ({ seat: row.seat_number, status: row.status, from: row.from_stop, to: row.to_stop }));
}
