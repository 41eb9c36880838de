import type { UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { ExpireBookings } from './expire-bookings.ts';
import type { BookingViews, PassengerBooking } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly bookingViews: BookingViews;
  readonly expireBookings: ExpireBookings;
}

const MOST_RESULTS = 100;

export type ListBookings = ReturnType<typeof listBookings>;

/** The passenger's bookings, newest first. */
export const listBookings =
  ({ clock, bookingViews, expireBookings }: Needs) =>
  async (passenger: UserId): Promise<readonly PassengerBooking[]> => {
    await expireBookings(clock());
    return bookingViews.list(passenger, MOST_RESULTS);
  };
