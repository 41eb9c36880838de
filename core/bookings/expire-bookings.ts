import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Booking } from './booking.ts';
import type { BookingRepo } from './ports.ts';
import { releaseSeatsOfBooking } from './release-seats-of-booking.ts';
import type { BookingStores, BookingWorld } from './world.ts';

/** Finds a limited number of overdue bookings. */
type Find = (bookings: BookingRepo) => Promise<readonly Booking[]>;

const BATCH = 100;

export type ExpireBookings = ReturnType<typeof expireBookings>;

/**
 * Sets overdue bookings to EXPIRED and puts their seats back on sale. Returns the number of bookings. Cheap when no
 * booking is overdue, and safe to run in every process at once. Skips bookings that another transaction has locked, but
 * waits for locked bookings of the trip `neededNow`.
 */
export const expireBookings =
  ({ clock, bookingViews, transact }: BookingWorld) =>
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

/**
 * Sets locked, overdue bookings to EXPIRED and puts their seats back on sale. Their payments stay open, because money
 * may still arrive.
 */
export async function endOverdue(stores: BookingStores, overdue: readonly Booking[], now: Instant): Promise<void> {
  for (const booking of overdue)
    if (await stores.bookings.move(booking.id, 'expire')) await releaseSeatsOfBooking(stores, booking, now);
}

/** Thrown to roll back a transaction that found overdue bookings. */
class FoundOverdue extends Error {}

/**
 * Runs work in a transaction, after the bookings that are overdue at `now` were set to EXPIRED. Usually no booking is
 * overdue. So the work starts at once, and the transaction looks for overdue bookings meanwhile. If it finds an overdue
 * booking, it rolls the work back, expires the bookings, and runs the work again.
 */
export async function afterExpiry<Stores extends BookingStores, Result>(
  { transact, expireBookings }: BookingWorld<Stores> & { readonly expireBookings: ExpireBookings },
  { now, neededNow }: { readonly now: Instant; readonly neededNow?: TripId | undefined },
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  try {
    return await transact(async (stores) => {
      const [anyOverdue, [outcome]] = await Promise.all([
        stores.bookingViews.anyOverdue(now),
        Promise.allSettled([work(stores)]),
      ]);
      if (anyOverdue) throw new FoundOverdue();
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  } catch (error) {
    if (!(error instanceof FoundOverdue)) throw error;
    await expireBookings(now, neededNow);
    return transact(work);
  }
}
