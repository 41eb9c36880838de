import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { ExpireBookings } from './expire-bookings.ts';
import type { BookingViews, PassengerBooking } from './ports.ts';
import { bookingUnknown } from './refusals.ts';

interface ListBookingsNeeds {
  readonly clock: Clock;
  readonly bookingViews: BookingViews;
  readonly expireBookings: ExpireBookings;
}

const MOST_RESULTS = 100;

export type ListBookings = ReturnType<typeof listBookings>;

/** The passenger's bookings, newest first. */
export const listBookings =
  ({ clock, bookingViews, expireBookings }: ListBookingsNeeds) =>
  async (passenger: UserId): Promise<readonly PassengerBooking[]> => {
    await expireBookings(clock());
    return bookingViews.list(passenger, MOST_RESULTS);
  };

interface ViewBookingNeeds {
  readonly bookingViews: Pick<BookingViews, 'find'>;
}

export type ViewBooking = ReturnType<typeof viewBooking>;

export const viewBooking =
  ({ bookingViews }: ViewBookingNeeds) =>
  async (passenger: UserId, id: BookingId): Promise<PassengerBooking> => {
    const booking = await bookingViews.find(id, passenger);
    if (!booking) throw bookingUnknown();
    return booking;
  };
