import { raw } from '../engine/sql.ts';

/*
 * Planned departure and arrival of a booking, in statements that join `bookings` with its trip in `schedules`. A
 * booking of the whole trip stores no times of its own.
 */

export const DEPARTS = raw('coalesce(bookings.section_departs, schedules.departure_time)');
export const ARRIVES = raw('coalesce(bookings.section_arrives, schedules.arrival_time)');
