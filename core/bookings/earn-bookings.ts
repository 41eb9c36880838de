import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Ledger } from '../ledger/ports.ts';
import { earn } from './earn.ts';
import type { BookingRepo } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ bookings: BookingRepo; ledger: Ledger }>;
}

const BATCH = 200;

export type EarnBookings = ReturnType<typeof earnBookings>;

/**
 * Has company and platform earn what was paid for all trips that have departed; answers for how many bookings. Safe to
 * run in every process at once.
 */
export const earnBookings =
  ({ clock, transact }: Needs) =>
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
