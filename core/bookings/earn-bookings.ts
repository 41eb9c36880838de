import type { Instant } from '../kernel/time.ts';
import { type BookedMoney, earned } from '../ledger/entries.ts';
import type { BookingStores, BookingWorld } from './world.ts';

const BATCH = 200;

export type EarnBookings = ReturnType<typeof earnBookings>;

/**
 * Divides the payments for all departed trips between company and platform. Returns the number of bookings. Safe to run
 * in every process at once.
 */
export const earnBookings =
  ({ clock, transact }: BookingWorld) =>
  async (): Promise<number> => {
    const now = clock();
    const earnSome = () =>
      transact(async (stores) => {
        const departed = await stores.bookings.departed(now, BATCH);
        await earn(stores, departed, now);
        return departed.length;
      });

    let count = 0;
    for (let batch = await earnSome(); batch > 0; batch = await earnSome()) count += batch;
    return count;
  };

/** Divides payments between company and platform after departure. The caller must lock the bookings. */
export async function earn(stores: BookingStores, departed: readonly BookedMoney[], now: Instant): Promise<void> {
  if (departed.length === 0) return;
  const ids = departed.map(({ id }) => id);
  if ((await stores.bookings.earn(ids, now)) !== ids.length)
    throw new Error(`Bookings ${ids.join(', ')} were changed while they were locked.`);
  await stores.ledger.record(departed.flatMap(earned), now);
}
