import type { FreedOnTrip } from '../../../core/fleet/ports.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { FreedSeat } from '../../../core/seats/ports.ts';
import { bySeat } from '../../../core/seats/seat-map.ts';
import type { Section } from '../../../core/trips/sections.ts';
import { type Fragment, fragment, raw } from '../engine/sql.ts';

/*
 * SQL about rows of `seat_locks` (holds) and `booking_seats` (sales). Schedule, seat and first stop are the primary key
 * of holds, and unique among active sales. Every transaction locks such rows in the order of their seat ids. Otherwise
 * two passengers who name the same seats in opposite orders could wait for each other.
 */

type TakerRow = 'seat_locks' | 'booking_seats' | 'seat_blocks' | 'sold' | 'held' | 'blocked' | 'freed' | 'other';

/** Condition that a row takes its seat on at least one part of a section. */
export const overlapping = (row: TakerRow, { from, to }: Section): Fragment =>
  fragment`(${raw(row)}.from_stop < ${to} and ${raw(row)}.to_stop > ${from})`;

/** Condition that two rows take seats on a common part of the trip. */
export const overlapEachOther = (one: TakerRow, other: TakerRow): Fragment =>
  raw(`(${one}.from_stop < ${other}.to_stop and ${one}.to_stop > ${other}.from_stop)`);

/** Condition on a row of booking_seats called `sold`: its sale is final or not overdue yet, and takes the seat. */
export const stillSold = (now: Instant): Fragment =>
  fragment`sold.active and (sold.taken_until is null or sold.taken_until > ${now})`;

/**
 * The number of places on a trip that overdue bookings still occupy. Bookings with seat numbers do not count, even if
 * the bus has lost its map since.
 */
export const lapsedPlaces = (trip: 's' | 'schedules', now: Instant): Fragment => fragment`(
  select coalesce(sum(late.seats_count), 0) from bookings late
  where late.schedule_id = ${raw(trip)}.id and late.booking_status = 'PENDING_PAYMENT' and late.payment_deadline <= ${now}
    and not exists (select 1 from booking_seats where booking_seats.booking_id = late.id))`;

/** Condition on a row of seat_blocks called `blocked`: the block is in force. */
export const stillBlocked = (now: Instant): Fragment =>
  fragment`(blocked.blocked_until is null or blocked.blocked_until > ${now})`;

/** Condition on a row of a table: the company keeps the seat from sale. */
export const isBlocked = (table: 'seat_locks' | 'booking_seats', now: Instant): Fragment => fragment`exists (
    select 1 from seat_blocks as blocked
    where blocked.schedule_id = ${raw(table)}.schedule_id and blocked.seat_id = ${raw(table)}.seat_id
      and ${overlapEachOther('blocked', table)} and ${stillBlocked(now)})`;

/**
 * Condition that a passenger has bought or holds a blocked seat on a part of the block's section. The block is a row of
 * `seat_blocks`. `trip` and `seat` are names of columns.
 */
export const seatTaken = (trip: string, seat: string, now: Instant): Fragment => fragment`(exists (
    select 1 from booking_seats as sold
    where sold.schedule_id = ${raw(trip)} and sold.seat_id = ${raw(seat)} and ${stillSold(now)}
      and ${overlapEachOther('sold', 'seat_blocks')})
  or exists (
    select 1 from seat_locks as held
    where held.schedule_id = ${raw(trip)} and held.seat_id = ${raw(seat)} and held.expires_at > ${now}
      and ${overlapEachOther('held', 'seat_blocks')}))`;

/** Condition on a row of waits: places are offered to the person, and the offer has not ended. */
export const placesOffered = (now: Instant): Fragment =>
  fragment`waits.ended_at is null and waits.offered = '[]' and waits.offered_until > ${now}`;

/** The number of places on a trip that are offered to people who wait. Counted only if `has_waits` is true. */
export const offeredPlaces = (trip: 's' | 'schedules', now: Instant): Fragment => fragment`
  case when ${raw(trip)}.has_waits then (
    select coalesce(sum(waits.seats), 0) from waits
    where waits.schedule_id = ${raw(trip)}.id and ${placesOffered(now)}) else 0 end`;

/** The number of blocked places on a trip. Counted only if `has_blocks` of the trip is true, which is rare. */
export const blockedPlaces = (trip: 's' | 'schedules', now: Instant): Fragment => fragment`
  case when ${raw(trip)}.has_blocks then (
    select coalesce(sum(blocked.places), 0) from seat_blocks as blocked
    where blocked.schedule_id = ${raw(trip)}.id and ${stillBlocked(now)}) else 0 end`;

/** The number of blocked or offered places on a trip. */
export const reservedPlaces = (trip: 's' | 'schedules', now: Instant): Fragment =>
  fragment`(${blockedPlaces(trip, now)} + ${offeredPlaces(trip, now)})`;

/** The seat number of a row. */
export const SEAT_NUMBER = raw('(select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number');

/** Condition on a row of a table: its seat is in use, and belongs to the trip's present bus. */
const isAboard = (table: 'seat_locks' | 'booking_seats'): Fragment =>
  raw(`exists (
    select 1 from bus_seats join schedules on schedules.bus_id = bus_seats.bus_id
    where bus_seats.id = ${table}.seat_id and bus_seats.is_active and schedules.id = ${table}.schedule_id)`);

/** Condition on a row of booking_seats whose sale has ended: anybody may take the seat now. */
export const isFreeAfterSale = (now: Instant): Fragment => fragment`${isAboard('booking_seats')} and not exists (
    select 1 from seat_locks
    where seat_locks.schedule_id = booking_seats.schedule_id and seat_locks.seat_id = booking_seats.seat_id
      and ${overlapEachOther('seat_locks', 'booking_seats')}
      and seat_locks.expires_at > ${now}) and not ${isBlocked('booking_seats', now)}`;

interface SectionRow {
  /** Whether the trip has intermediate stops. */
  readonly has_stops: boolean;
  readonly from_stop: number;
  readonly to_stop: number;
}

/** The columns of a SectionRow, read from a table of holds, sales or blocks. */
export const sectionOf = (table: 'seat_locks' | 'booking_seats' | 'seat_blocks'): Fragment =>
  raw(`from_stop, to_stop,
    (select schedules.stops <> '[]' from schedules where schedules.id = ${table}.schedule_id) as has_stops`);

const toSection = (row: SectionRow): Section | undefined =>
  row.has_stops ? { from: row.from_stop, to: row.to_stop } : undefined;

/** A seat whose hold or sale has ended. */
export interface FreedRow extends SectionRow {
  readonly seat_number: SeatNumber;
  readonly is_free: boolean;
}

export const toFreedSeats = (rows: readonly FreedRow[]): readonly FreedSeat[] =>
  rows
    .map((row) => {
      const section = toSection(row);
      return { seat: row.seat_number, isFree: row.is_free, ...(section && { section }) };
    })
    .sort(bySeat);

/** Returns the seats of deleted holds, and whether each seat is free now. */
export const returningFreed = (now: Instant): Fragment => fragment`
  returning ${SEAT_NUMBER}, ${sectionOf('seat_locks')}, ${isAboard('seat_locks')} and not exists (
    select 1 from booking_seats as sold
    where sold.schedule_id = seat_locks.schedule_id and sold.seat_id = seat_locks.seat_id
      and ${overlapEachOther('sold', 'seat_locks')} and ${stillSold(now)})
    and not ${isBlocked('seat_locks', now)} as is_free`;

/** The row of a deleted hold or block. The seat is null if somebody else still has it. */
export interface FreeSeatRow extends SectionRow {
  readonly trip: TripId;
  readonly free_seat: SeatNumber | null;
}

/** Groups the free seats of deleted rows by trip, sorted. On a trip with stops, groups them by section, too. */
export function byTrip(rows: readonly FreeSeatRow[]): readonly FreedOnTrip[] {
  const trips = new Map<string, { tripId: TripId; section: Section | undefined; seats: SeatNumber[] }>();
  for (const row of rows) {
    const section = toSection(row);
    const key = section ? `${row.trip} ${section.from} ${section.to}` : String(row.trip);
    const there = trips.get(key) ?? { tripId: row.trip, section, seats: [] };
    trips.set(key, there);
    if (row.free_seat !== null) there.seats.push(row.free_seat);
  }
  return [...trips.values()].map(({ tripId, section, seats }) => ({
    tripId,
    seats: seats.sort(),
    ...(section && { section }),
  }));
}
