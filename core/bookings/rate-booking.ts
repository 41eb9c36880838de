import { isTicketed } from './booking.ts';
import { bookingUnknown } from './refusals.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import { alreadyRated, checkRating, type GivenRating, notArrived, notRateable, type Rating } from './rating.ts';
import { timesOfBooking } from './journey.ts';
import type { BookingWorld } from './world.ts';

export type RateBooking = ReturnType<typeof rateBooking>;

/** Stores a passenger's rating of a finished trip. Each booking can be rated once. */
export const rateBooking =
  ({ clock, transact }: BookingWorld) =>
  async (passenger: UserId, bookingId: BookingId, given: GivenRating): Promise<Rating> =>
    transact(async ({ bookings, trips, ratings, trail }) => {
      const now = clock();
      const booking = await bookings.findOwned(bookingId, passenger);
      const trip = booking && (await trips.find(booking.tripId));
      if (!booking || !trip) throw bookingUnknown();
      if (!isTicketed(booking.status)) throw notRateable(booking.status);
      if (timesOfBooking(booking, trip).arrivesAt > now) throw notArrived();
      if (await ratings.find(bookingId)) throw alreadyRated();

      const rating = { ...checkRating(given), bookingId, userId: passenger, operatorId: trip.bus.operatorId };
      if (!(await ratings.add(rating, now))) throw alreadyRated();
      const description = `Rated booking ${booking.code} with ${rating.stars} of 5 stars${rating.issueFlag ? ', and reported an issue' : ''}.`;
      await trail.add(
        {
          kind: 'RATING_SUBMITTED',
          actor: { role: 'PASSENGER', userId: passenger },
          operatorId: rating.operatorId,
          subject: { type: 'booking', id: bookingId },
          description,
        },
        now,
      );
      return rating;
    });
