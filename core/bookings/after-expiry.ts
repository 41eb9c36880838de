import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { ExpireBookings } from './expire-bookings.ts';
import type { BookingViews } from './ports.ts';

interface Probed {
  readonly bookingViews: Pick<BookingViews, 'anyOverdue'>;
}

interface Needs<Stores extends Probed> {
  readonly transact: Transact<Stores>;
  readonly expireBookings: ExpireBookings;
}

/** Undoes a transaction that found bookings to be ended before it. */
class FoundOverdue extends Error {}

/**
 * Runs work in a transaction, after the bookings that are overdue at `now` have ended. Nearly always there are none, so
 * the transaction itself looks for them, along with its first statements. If it finds any, whatever the work did or
 * refused is undone, and done again once they have ended.
 */
export async function afterExpiry<Stores extends Probed, Result>(
  { transact, expireBookings }: Needs<Stores>,
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
