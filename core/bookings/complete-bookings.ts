import type { BookingWorld } from './world.ts';

const BATCH = 200;

export type CompleteBookings = ReturnType<typeof completeBookings>;

/**
 * Sets the paid bookings of all arrived trips to COMPLETED, and returns their number. Safe to run in every process at
 * once.
 */
export const completeBookings =
  ({ clock, transact }: BookingWorld) =>
  async (): Promise<number> => {
    const now = clock();
    const complete = () =>
      transact(async ({ bookings }) => {
        const arrived = await bookings.arrived(now, BATCH);
        for (const id of arrived) await bookings.move(id, 'complete');
        return arrived.length;
      });

    let completed = 0;
    for (let batch = await complete(); batch > 0; batch = await complete()) completed += batch;
    return completed;
  };
