import type { FitBlocks, FreedOnTrip } from '../fleet/ports.ts';
import type { OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Block } from './block.ts';

/** A trip, whose it is, and what is blocked on it. */
export interface BlockedTrip {
  readonly operatorId: OperatorId;
  /** Those that count, in the order in which they were given. */
  readonly blocks: readonly Block[];
}

/** What a company may block on a trip: seats in use of its bus, or places. */
export type Blockable =
  | { readonly hasSeatMap: true; readonly seats: ReadonlyMap<SeatNumber, 'free' | 'held' | 'sold'> }
  /** So many that no booking takes, blocked or not. Never negative. */
  | { readonly hasSeatMap: false; readonly places: number };

/**
 * Seats and places of trips that their company keeps from being sold. A block counts until its moment, or until it is
 * taken away; a seat is at any moment sold, held, blocked or free, and never two of these.
 */
export interface TripBlocks {
  /** Undefined when there is no such trip. */
  find(trip: TripId, now: Instant): Promise<BlockedTrip | undefined>;
  /**
   * Locks the trip, after its unpaid bookings that are past their deadline: nobody else holds, sells, takes back or
   * blocks anything of it until the transaction ends. Answers what there is to be blocked.
   */
  lock(trip: TripId, now: Instant): Promise<Blockable>;
  /**
   * Makes these the blocks of a locked trip. They are free seats of its bus, or places that it has. Answers which
   * seats, sorted, were blocked before and can be taken now by anybody.
   */
  replace(trip: TripId, blocks: readonly Block[], now: Instant): Promise<readonly SeatNumber[]>;
  readonly fit: FitBlocks;
  /** Uses up the blocks of seats that the company itself is about to sell on a trip that it has locked or shares. */
  use(trip: TripId, seats: readonly SeatNumber[]): Promise<void>;
  /**
   * Makes room for places that the company itself is about to sell: where those that nobody has do not suffice, blocked
   * ones are used up, in the order of the blocks. Sales of one trip do so one after the other.
   */
  usePlaces(trip: TripId, places: number, now: Instant): Promise<void>;
  /** Trips that have blocks whose moment came at or before `now`, ascending; some of them when they are many. */
  lapsed(now: Instant, limit: number): Promise<readonly TripId[]>;
  /**
   * Locks the trips, and deletes their blocks that no longer count at `now`. Answers, for each trip that had some,
   * which of the seats anybody may take now.
   */
  sweep(trips: readonly TripId[], now: Instant): Promise<readonly FreedOnTrip[]>;
}
