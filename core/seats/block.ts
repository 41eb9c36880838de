import type { BookingId, OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { FitBlocks, FreedOnTrip } from '../fleet/ports.ts';
import { refusal } from '../kernel/refusal.ts';

interface Terms {
  /** The reason of the block. Only the company's own people read it. */
  readonly reason: string;
  /** The moment when the block ends; null means never. */
  readonly until: Instant | null;
}

/** A blocked seat. */
export interface SeatBlock extends Terms {
  readonly seat: SeatNumber;
}

/** Blocked places, on a bus without a seat map. */
export interface PlaceBlock extends Terms {
  readonly places: number;
}

export type Block = SeatBlock | PlaceBlock;

export const isOfSeat = (block: Block): block is SeatBlock => 'seat' in block;

/** The blocked seats. */
export const seatsOf = (blocks: readonly Block[]): readonly SeatNumber[] =>
  blocks.filter(isOfSeat).map(({ seat }) => seat);

/** The number of blocked places. */
export const placesOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + (isOfSeat(block) ? 0 : block.places), 0);

/** A block by the API's field names. */
export const loggedBlock = (block: Block) => ({
  ...(isOfSeat(block) ? { seat_number: block.seat } : { places: block.places }),
  reason: block.reason,
  until: block.until === null ? null : toIso(block.until),
});

export const loggedBlocks = (blocks: readonly Block[]): readonly JsonValue[] => blocks.map(loggedBlock);

/** A trip's company and its blocks. */
export interface BlockedTrip {
  readonly operatorId: OperatorId;
  /** Blocks that are in force, in the given order. */
  readonly blocks: readonly Block[];
}

/** The seats or places of a trip that a company may block. Seats are active seats of the bus. */
export type Blockable =
  | { readonly hasSeatMap: true; readonly seats: ReadonlyMap<SeatNumber, 'free' | 'held' | 'sold'> }
  /** The number of places without a booking, blocked or not. Never negative. */
  | { readonly hasSeatMap: false; readonly places: number };

/**
 * Seats and places that a company keeps from sale. A block is in force until its moment, or until removed. At any
 * moment a seat is either sold, held, blocked or free.
 */
export interface TripBlocks {
  /** Undefined when the trip does not exist. */
  find(trip: TripId, now: Instant): Promise<BlockedTrip | undefined>;
  /**
   * Locks the trip, after its overdue unpaid bookings. Nobody else can hold, sell, return or block its seats until the
   * transaction ends. Returns what can be blocked.
   */
  lock(trip: TripId, now: Instant): Promise<Blockable>;
  /**
   * Replaces the blocks of a locked trip. They must name free seats of its bus, or available places. Returns the
   * unblocked seats that anybody can take now, sorted.
   */
  replace(trip: TripId, blocks: readonly Block[], now: Instant): Promise<readonly SeatNumber[]>;
  readonly fit: FitBlocks;
  /**
   * Like `lock`, for the end of a booking that the transaction has locked already. Does not wait for other bookings,
   * because two transactions that end bookings of one trip would wait for each other.
   */
  lockToEnd(trip: TripId, now: Instant): Promise<Blockable>;
  /**
   * Removes blocks of seats that the company itself is about to sell. The trip is locked, or shared for sale. Returns
   * the blocks that were in force.
   */
  use(trip: TripId, seats: readonly SeatNumber[], now: Instant): Promise<readonly Block[]>;
  /**
   * Makes room for places that the company itself is about to sell. If free places do not suffice, blocked ones are
   * used up in the order of the blocks. Sales of one trip run one after another. Returns what was used up.
   */
  usePlaces(trip: TripId, places: number, now: Instant): Promise<readonly Block[]>;
  /** Stores the blocks that an unpaid counter sale used up. They come back if the sale ends unpaid. */
  lend(booking: BookingId, blocks: readonly Block[]): Promise<void>;
  /** The blocks that a counter sale used up when it was made; empty for paid and online bookings. */
  lentTo(booking: BookingId): Promise<readonly Block[]>;
  /** Trips with blocks that ended at or before `now`, ascending by id, at most `limit`. */
  lapsed(now: Instant, limit: number): Promise<readonly TripId[]>;
  /**
   * Locks the trips, and deletes their blocks that have ended at `now`. Returns, for each trip that had some, the seats
   * that anybody may take now.
   */
  sweep(trips: readonly TripId[], now: Instant): Promise<readonly FreedOnTrip[]>;
}

export const blocksChanged = refusal(
  'outdated',
  'BLOCKS_CHANGED',
  'What is blocked on this trip has changed since you read it: read it again.',
);

/**
 * Refuses to block sold or held seats. On a bus without a seat map, the message says how many places can be blocked.
 */
export const seatsSold = refusal('conflict', 'SEATS_SOLD', (seats: readonly SeatNumber[], left?: number) => ({
  message:
    left === undefined
      ? `Sold already, so they cannot be blocked: ${seats.join(', ')}.`
      : left === 0
        ? 'No place can be blocked: all are sold.'
        : `At most ${left} ${left === 1 ? 'place' : 'places'} can be blocked: the others are sold.`,
  extra: { seats },
}));

export const seatsHeld = refusal('conflict', 'SEATS_HELD', (seats: readonly SeatNumber[]) => ({
  message: `Passengers are about to book these seats: ${seats.join(', ')}. Try again in a few minutes.`,
  extra: { seats },
}));
