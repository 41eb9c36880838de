import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, fragment } from '../engine/sql.ts';
import { blockedPlaces, reservedPlaces, lapsedPlaces, stillBlocked, stillSold } from './seat-rows.ts';

/*
 * The numbers of sold, held, blocked and free seats of a trip. The numbers are columns of a schedule `s` joined with
 * its bus `b`. Sold and held seats are found by their trip's id. The conditions on them are in `filter`. With
 * conditions in `where`, Postgres would join whole tables as long as it has no statistics.
 */

/** The number of the bus's seats that are held, but not sold. */
export const seatsHeld = (now: Instant): Fragment => fragment`
  (select count(*) filter (where held.expires_at > ${now} and (select is_active from bus_seats where bus_seats.id = held.seat_id) and not exists (
     select 1 from booking_seats sold where sold.schedule_id = s.id and sold.seat_id = held.seat_id and ${stillSold(now)}))
   from seat_locks held where held.schedule_id = s.id)`;

/** The number of blocked places, or of blocked seats that nobody has booked or holds. */
export const seatsBlocked = (now: Instant): Fragment => fragment`
  case when not s.has_blocks then 0 when b.has_seat_map then (
    select count(distinct blocked.seat_id) from seat_blocks blocked join bus_seats on bus_seats.id = blocked.seat_id
    where blocked.schedule_id = s.id and ${stillBlocked(now)} and bus_seats.is_active
      and not exists (select 1 from booking_seats sold where sold.schedule_id = s.id and sold.seat_id = blocked.seat_id and ${stillSold(now)})
      and not exists (select 1 from seat_locks held where held.schedule_id = s.id and held.seat_id = blocked.seat_id and held.expires_at > ${now}))
  else ${blockedPlaces('s', now)} end`;

/**
 * The number of places that are booked, blocked or offered on a trip without stops. Overdue unpaid bookings do not
 * count.
 */
export const placesTaken = (now: Instant): Fragment =>
  fragment`s.places_taken - ${lapsedPlaces('s', now)} + ${reservedPlaces('s', now)}`;

/** The number of the bus's seats that are booked, held or blocked. Overdue unpaid bookings do not count. */
export const seatsTaken = (now: Instant): Fragment => fragment`
  case when b.has_seat_map then
      (select count(*) filter (where ${stillSold(now)} and (select is_active from bus_seats where bus_seats.id = sold.seat_id))
       from booking_seats sold where sold.schedule_id = s.id and sold.active)
    + ${seatsHeld(now)} + ${seatsBlocked(now)}
  else ${placesTaken(now)}
  end`;

/** The number of seats that are left. Negative if more unnumbered places are taken than the bus has. */
export const seatsLeft = (now: Instant): Fragment => fragment`
  case when b.has_seat_map then b.active_seats else b.total_seats end - (${seatsTaken(now)})`;
