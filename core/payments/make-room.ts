import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';

export interface RoomNeeds {
  readonly clock: Clock;
  readonly expireBookings: ExpireBookings;
}

/** Rolls back a transaction that found its payment late. */
export class NeedsRoom extends Error {
  readonly tripId: TripId;

  constructor(tripId: TripId) {
    super(`The overdue bookings of trip ${tripId} have to end first.`);
    this.tripId = tripId;
  }
}

/**
 * Settles a payment in a transaction. `hasRoom` tells the transaction whether the trip's overdue bookings have ended,
 * which may hold the seats of a late payment. Payments are rarely late, so the first attempt assumes nothing. If it
 * throws `NeedsRoom`, it is rolled back and repeated after these bookings have ended. Errors in ending them are ignored
 * here, because money must not stay unsettled; the sweep reports them.
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
