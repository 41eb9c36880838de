import type { TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Booking } from './booking.ts';
import { endOverdue } from './end-overdue.ts';
import type { BookingRepo, BookingViews } from './ports.ts';
import type { ReleasingStores } from './release-seats-of-booking.ts';

interface Needs {
  readonly clock: Clock;
  readonly bookingViews: Pick<BookingViews, 'anyOverdue'>;
  readonly transact: Transact<ReleasingStores & { readonly bookings: BookingRepo }>;
}

/** Finds a batch of bookings to end. */
type Find = (bookings: BookingRepo) => Promise<readonly Booking[]>;

const BATCH = 100;

export type ExpireBookings = ReturnType<typeof expireBookings>;

/**
 * Ends all bookings that were not paid in time and puts their seats back on sale; answers how many. It is cheap when
 * there are none, and safe to run in every process at once: a booking that another transaction is working on is left to
 * that one, and nobody waits for it, except for those of the trip `neededNow`.
 */
export const expireBookings =
  ({ clock, bookingViews, transact }: Needs) =>
  async (now = clock(), neededNow?: TripId): Promise<number> => {
    if (!(await bookingViews.anyOverdue(now))) return 0;

    const expire = (find: Find) =>
      transact(async (stores) => {
        const overdue = await find(stores.bookings);
        await endOverdue(stores, overdue, now);
        return overdue.length;
      });
    const expireAll = async (find: Find): Promise<number> => {
      let expired = 0;
      for (let batch = await expire(find); batch > 0; batch = await expire(find)) expired += batch;
      return expired;
    };

    const ofTrip =
      (trip: TripId): Find =>
      (bookings) =>
        bookings.overdueOn(trip, now, BATCH);
    const needed = neededNow === undefined ? 0 : await expireAll(ofTrip(neededNow));
    return needed + (await expireAll((bookings) => bookings.overdue(now, BATCH)));
  };
