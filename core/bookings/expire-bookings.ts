import type { Recorder } from '../kernel/outbox.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { SeatLockStore } from '../seats/ports.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import type { TripRepo } from '../trips/ports.ts';
import type { BookingRepo, BookingViews } from './ports.ts';
import { vacate } from './vacate.ts';

interface Needs {
  readonly clock: Clock;
  readonly bookingViews: Pick<BookingViews, 'anyOverdue'>;
  readonly transact: Transact<{ trips: TripRepo; seatLocks: SeatLockStore; bookings: BookingRepo; events: Recorder<SeatsChanged> }>;
}

const BATCH = 100;

export type ExpireBookings = ReturnType<typeof expireBookings>;

/**
 * Ends every booking that was not paid in time and puts its seats back on sale; answers how many. Their payments are left alone: money
 * may still be on its way. Cheap when there is none, and safe to run in every process at once.
 */
export const expireBookings = ({ clock, bookingViews, transact }: Needs) =>
  async (now = clock()): Promise<number> => {
    if (!(await bookingViews.anyOverdue(now))) return 0;

    const expire = () => transact(async ({ bookings, ...stores }) => {
      const overdue = await bookings.overdue(now, BATCH);
      // By trip, so that two who do this at once take the trips' rows in one order.
      for (const booking of [...overdue].sort((one, other) => one.tripId - other.tripId)) {
        if (await bookings.move(booking.id, 'expire')) await vacate(stores, booking, now);
      }
      return overdue.length;
    });

    let expired = 0;
    for (let batch = await expire(); batch > 0; batch = await expire()) expired += batch;
    return expired;
  };
