import type { TripId, UserId, WaitId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** A change that concerns those who wait, as stores report it. The line is served before the transaction commits. */
export type LineChange =
  /** Seats or places of the trip may be free now. */
  | { readonly of: 'freed'; readonly tripId: TripId; readonly at: Instant }
  /** The trip's state, times, fares or seats have changed. `letGo` is true if all holds on it have ended. */
  | { readonly of: 'trip'; readonly tripId: TripId; readonly letGo: boolean; readonly at: Instant }
  /** The person has booked seats or places of the offer, or has released the offered seats. */
  | { readonly of: 'offer'; readonly waitId: WaitId; readonly tripId: TripId; readonly at: Instant }
  /** The account was suspended. */
  | { readonly of: 'user'; readonly userId: UserId };
