import type { BookedSeats } from '../../../core/bookings/booked-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { type Calls, BOOKING, HELD, LIMIT, NOW } from './rows.ts';

export const BOOKED_SEAT_CALLS: Calls<Stores, BookedSeats> = {
  of: ({ bookedSeats }) => bookedSeats.of(BOOKING),
  giveUp: ({ bookedSeats }) => bookedSeats.giveUp(BOOKING, [HELD], NOW),
  saveRest: async ({ bookedSeats, bookings }) => {
    const booking = await bookings.find(BOOKING);
    if (booking) await bookedSeats.saveRest(booking, booking);
  },
  pruneWishes: ({ bookedSeats }) => bookedSeats.pruneWishes(NOW, LIMIT),
  savePassengers: async ({ bookedSeats, bookings }) => {
    const booking = await bookings.find(BOOKING);
    if (booking) await bookedSeats.savePassengers(booking, await bookedSeats.of(BOOKING));
  },
};
