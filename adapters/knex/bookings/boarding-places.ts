import type { BoardingPlaces } from '../../../core/bookings/ports.ts';
import type { Sql } from '../engine/sql.ts';
import { BOOKING_COLUMNS } from './booking-rows.ts';
import { type PlacedRow, boardingPlacesOf, placedIn, seatsOf } from './bookings-view.ts';
import { JOURNEY_COLUMNS, JOURNEY_JOINS } from './journey.ts';

/** Reads only what tells the place of a booking's boarding point. */
export const knexBoardingPlaces = (read: Sql): BoardingPlaces => ({
  async of(booking) {
    const row = await read.one<PlacedRow>`
      select ${BOOKING_COLUMNS}, ${JOURNEY_COLUMNS}, schedules.boarding_points, schedules.dropping_points,
        ${seatsOf(read)} as seats, ${boardingPlacesOf(read)} as places
      from bookings ${JOURNEY_JOINS} where bookings.id = ${booking}`;
    return row ? placedIn(row).gettingOn.place : null;
  },
});
