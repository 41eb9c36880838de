import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import type { TripId } from '../kernel/ids.ts';
import type { PaymentWorld } from './world.ts';

/** Thrown to roll back a transaction in which a payment proved to be late. */
export class NeedsRoom extends Error {
  readonly tripId: TripId;

  constructor(tripId: TripId) {
    super(`The overdue bookings of trip ${tripId} have to end first.`);
    this.tripId = tripId;
  }
}

/**
 * Runs `settle`, a transaction that settles a payment. `hasRoom` says whether the trip's overdue bookings were ended
 * first. Such bookings may hold the seats of a late payment. Payments are rarely late, so the first attempt ends no
 * bookings. If that attempt throws `NeedsRoom`, it is rolled back, these bookings are ended, and `settle` runs again.
 * Errors in ending these bookings are ignored here, because money must not stay unsettled. The job that ends overdue
 * bookings reports such errors.
 */
export async function makingRoom<Result>(
  { clock, expireBookings }: PaymentWorld & { readonly expireBookings: ExpireBookings },
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
