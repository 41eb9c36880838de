import type { BookingId, UserId } from '../kernel/ids.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import type { PassengerBooking } from './ports.ts';
import { bookingNotOwn, bookingUnknown } from './refusals.ts';
import type { BookingWorld } from './world.ts';

/** An account is shown counter sales to its phone number that departed within this many days. */
const SHOWN_DAYS = 90;

/** Counter sales that departed at or before this moment are not shown to the account with the customer's number. */
export const shownSince = (now: Instant): Instant => daysAfter(now, -SHOWN_DAYS);

export type ViewShownBooking = ReturnType<typeof viewShownBooking>;

/** Finds a booking of the passenger's list: an own one, or a counter sale to the passenger's phone number. */
export const viewShownBooking =
  ({ clock, bookingViews }: BookingWorld) =>
  async (passenger: UserId, id: BookingId): Promise<PassengerBooking> => {
    const booking = await bookingViews.findShown(id, passenger, clock());
    if (!booking) throw bookingUnknown();
    return booking;
  };

export type ViewOwnBooking = ReturnType<typeof viewOwnBooking>;

/**
 * Finds a booking that the passenger may change. A counter sale to the passenger's phone number may only be looked at.
 *
 * @throws Refusal BOOKING_UNKNOWN, NOT_OWN
 */
export const viewOwnBooking =
  ({ clock, bookingViews }: BookingWorld) =>
  async (passenger: UserId, id: BookingId): Promise<PassengerBooking> => {
    const own = await bookingViews.find(id, passenger);
    if (own) return own;
    if (await bookingViews.findShown(id, passenger, clock())) throw bookingNotOwn();
    throw bookingUnknown();
  };

export type RefuseNotOwn = ReturnType<typeof refuseNotOwn>;

/**
 * Refuses a counter sale to the passenger's phone number. Says nothing of other bookings, which the change itself
 * finds.
 */
export const refuseNotOwn =
  ({ clock, bookingViews }: BookingWorld) =>
  async (passenger: UserId, id: BookingId): Promise<void> => {
    const booking = await bookingViews.findShown(id, passenger, clock());
    if (booking && !booking.isOwn) throw bookingNotOwn();
  };
