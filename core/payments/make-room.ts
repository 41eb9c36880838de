import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';

export interface RoomNeeds {
  readonly clock: Clock;
  readonly expireBookings: ExpireBookings;
}

/** Undoes a transaction that found its payment late. */
export class NeedsRoom extends Error {
  readonly tripId: TripId;

  constructor(tripId: TripId) {
    super(`The overdue bookings of trip ${tripId} have to end first.`);
    this.tripId = tripId;
  }
}

/**
 * Settles a payment in a transaction that is told whether there is room for one that comes late: whether the overdue
 * bookings of its trip have ended, which may have the seats that it is to get back. Nearly always it is in time, so the
 * transaction itself finds out; what it did is then undone, and done again once they have ended. That some other
 * booking can't be ended is no reason to leave money unsettled, and the sweep reports it.
 */
export async function makingRoom<Result>(
  { clock, expireBookings }: RoomNeeds,
  settle: (hasRoom: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await settle(false);
  } catch (error) {
    if (!(error instanceof NeedsRoom)) throw error;
    await expireBookings(clock(), error.tripId).catch(() => undefined);
    return settle(true);
  }
}
