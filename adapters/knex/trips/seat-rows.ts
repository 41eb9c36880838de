import type { FreedOnTrip } from '../../../core/fleet/ports.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { FreedSeat } from '../../../core/seats/ports.ts';
import { bySeat } from '../../../core/seats/seat-map.ts';
import { type Fragment, fragment, raw } from '../engine/sql.ts';

/*
 * SQL about rows of `seat_locks` (holds) and `booking_seats` (sales). Schedule and seat are the primary key of holds,
 * and unique among active sales. Every transaction locks such rows in the order of their seat ids. Otherwise two
 * passengers who name the same seats in opposite orders could wait for each other.
 */

/** Condition on a row of booking_seats called `sold`: the sale takes its seat. It is final or not overdue yet. */
export const stillSold = (now: Instant): Fragment =>
  fragment`sold.active and (sold.taken_until is null or sold.taken_until > ${now})`;

/**
 * The number of places on a trip that overdue bookings still occupy. A booking with seats took no places, even if the
 * bus has lost its map since.
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
    where blocked.schedule_id = ${raw(table)}.schedule_id and blocked.seat_id = ${raw(table)}.seat_id and ${stillBlocked(now)})`;

/** Condition that a passenger has bought or holds the seat. Arguments are the names of the columns of trip and seat. */
export const seatTaken = (trip: string, seat: string, now: Instant): Fragment => fragment`(exists (
    select 1 from booking_seats as sold
    where sold.schedule_id = ${raw(trip)} and sold.seat_id = ${raw(seat)} and ${stillSold(now)})
  or exists (
    select 1 from seat_locks as held
    where held.schedule_id = ${raw(trip)} and held.seat_id = ${raw(seat)} and held.expires_at > ${now}))`;

/** The number of blocked places on a trip. Nearly all trips have none, according to their own row. */
export const blockedPlaces = (trip: 's' | 'schedules', now: Instant): Fragment => fragment`
  case when ${raw(trip)}.has_blocks then (
    select coalesce(sum(blocked.places), 0) from seat_blocks as blocked
    where blocked.schedule_id = ${raw(trip)}.id and ${stillBlocked(now)}) else 0 end`;

/** The seat number of a row. */
export const SEAT_NUMBER = raw('(select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number');

/** Condition on a row of a table: its seat is in use, and belongs to the trip's present bus. */
export const isAboard = (table: 'seat_locks' | 'booking_seats'): Fragment =>
  raw(`exists (
    select 1 from bus_seats join schedules on schedules.bus_id = bus_seats.bus_id
    where bus_seats.id = ${table}.seat_id and bus_seats.is_active and schedules.id = ${table}.schedule_id)`);

/** Condition on a row of booking_seats that takes its seat no more: anybody may take the seat now. */
export const isFreeAfterSale = (now: Instant): Fragment => fragment`${isAboard('booking_seats')} and not exists (
    select 1 from seat_locks
    where seat_locks.schedule_id = booking_seats.schedule_id and seat_locks.seat_id = booking_seats.seat_id
      and seat_locks.expires_at > ${now}) and not ${isBlocked('booking_seats', now)}`;

/** A seat whose hold or sale has ended. */
export interface FreedRow {
  readonly seat_number: SeatNumber;
  readonly is_free: boolean;
}

export const toFreedSeats = (rows: readonly FreedRow[]): readonly FreedSeat[] =>
  rows.map((row) => ({ seat: row.seat_number, isFree: row.is_free })).sort(bySeat);

/** A trip of a deleted hold, with the seat if anybody may take it now. */
export interface FreeSeatRow {
  readonly trip: TripId;
  readonly free_seat: SeatNumber | null;
}

/** The free seats, sorted, of every trip of a deleted hold. */
export function byTrip(rows: readonly FreeSeatRow[]): readonly FreedOnTrip[] {
  const trips = new Map<TripId, SeatNumber[]>();
  for (const { trip, free_seat: seat } of rows) {
    trips.set(trip, [...(trips.get(trip) ?? []), ...(seat === null ? [] : [seat])]);
  }
  return [...trips].map(([tripId, seats]) => ({ tripId, seats: seats.sort() }));
}
