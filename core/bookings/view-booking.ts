import type { BookingId, UserId } from '../kernel/ids.ts';
import type { BookingViews, PassengerBooking } from './ports.ts';
import { bookingUnknown } from './refusals.ts';

interface Needs {
  readonly bookingViews: Pick<BookingViews, 'find'>;
}

export type ViewBooking = ReturnType<typeof viewBooking>;

/** One of the passenger's own bookings. */
export const viewBooking =
  ({ bookingViews }: Needs) =>
  async (passenger: UserId, id: BookingId): Promise<PassengerBooking> => {
    const booking = await bookingViews.find(id, passenger);
    if (!booking) throw bookingUnknown();
    return booking;
  };
