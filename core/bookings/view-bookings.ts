import type { BookingId, UserId } from '../kernel/ids.ts';
import type { ExpireBookings } from './expire-bookings.ts';
import type { ListedBooking, PassengerBooking } from './ports.ts';
import { bookingUnknown } from './refusals.ts';
import type { BookingStores, BookingWorld } from './world.ts';

/** The most bookings in one page of a list. */
export const MOST_BOOKINGS = 100;

export type ListBookings = ReturnType<typeof listBookings>;

/**
 * Lists the passenger's bookings, newest first. Overdue bookings must be set to EXPIRED before. Usually no booking is
 * overdue. So the statement that reads the list also looks for overdue bookings, and runs again only if it finds any.
 */
export const listBookings =
  ({ clock, bookingViews, expireBookings }: BookingWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    passenger: UserId,
    {
      limit = MOST_BOOKINGS,
      before,
    }: { readonly limit?: number | undefined; readonly before?: BookingId | undefined } = {},
  ): Promise<readonly ListedBooking[]> => {
    const now = clock();
    const { bookings, isAnyOverdue } = await bookingViews.list(passenger, { limit, before }, now);
    if (!isAnyOverdue) return bookings;
    await expireBookings(now);
    return (await bookingViews.list(passenger, { limit, before }, now)).bookings;
  };

export type ViewBooking = ReturnType<typeof viewBooking>;

/** Finds an own booking of the passenger. */
export const viewBooking =
  ({ bookingViews }: Pick<BookingStores, 'bookingViews'>) =>
  async (passenger: UserId, id: BookingId): Promise<PassengerBooking> => {
    const booking = await bookingViews.find(id, passenger);
    if (!booking) throw bookingUnknown();
    return booking;
  };
