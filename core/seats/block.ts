import type { BookingId, OperatorId, SeatNumber, TripId } from '../kernel/ids.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { FitBlocks, FreedOnTrip } from '../fleet/ports.ts';
import { refusal } from '../kernel/refusal.ts';
import { type Section, WITHOUT_STOPS, outside, sharePart } from '../trips/sections.ts';

interface Terms {
  /** The reason of the block. Only the company's staff can read it. */
  readonly reason: string;
  /** The moment when the block ends; null means never. */
  readonly until: Instant | null;
  /** The blocked section. Undefined on a trip without intermediate stops, where a block covers the whole trip. */
  readonly section?: Section | undefined;
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

/** The seats of all blocks; blocks of places are left out. */
export const seatsOf = (blocks: readonly Block[]): readonly SeatNumber[] =>
  blocks.filter(isOfSeat).map(({ seat }) => seat);

/** The number of places that all blocks keep from sale; with `part`, only on this part of the trip. */
export const placesOf = (blocks: readonly Block[], part?: Section): number =>
  blocks.reduce((sum, block) => sum + (isOfSeat(block) || !sharePart(block.section, part) ? 0 : block.places), 0);

/** Groups blocks by section. Each group keeps the given order. */
export function bySection(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    const key = `${block.section?.from} ${block.section?.to}`;
    groups.set(key, [...(groups.get(key) ?? []), block]);
  }
  return [...groups.values()];
}

/** Whether two blocks keep the same seat from sale on a common part of the trip. */
export const clash = (one: Block, other: Block): boolean =>
  isOfSeat(one) && isOfSeat(other) && one.seat === other.seat && sharePart(one.section, other.section);

/** Removes from `freed` all seats, or pieces of their sections, that `blocks` keep from sale. */
export const unblocked = (freed: readonly FreedOnTrip[], blocks: readonly Block[]): readonly FreedOnTrip[] =>
  freed.flatMap(({ tripId, section, seats }): readonly FreedOnTrip[] => {
    const of = (seat: SeatNumber): readonly Block[] => blocks.filter((block) => isOfSeat(block) && block.seat === seat);
    if (!section) return [{ tripId, seats: seats.filter((seat) => of(seat).length === 0) }];
    return seats.flatMap((seat) =>
      outside(
        section,
        of(seat).map((block) => block.section ?? section),
      ).map((piece) => ({ tripId, section: piece, seats: [seat] })),
    );
  });

/** A block for the activity log, by the API's field names. */
export const loggedBlock = (block: Block) => ({
  ...(isOfSeat(block) ? { seat_number: block.seat } : { places: block.places }),
  ...(block.section && { from_stop: block.section.from, to_stop: block.section.to }),
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

/** A sold or held seat. On a trip with intermediate stops, it is taken on a section. */
export interface Taken {
  readonly seat: SeatNumber;
  readonly status: 'held' | 'sold';
  readonly section?: Section | undefined;
}

/** The seats or places of a trip that a company may block. The seats are the bus's seats in use. */
export type Blockable =
  | { readonly hasSeatMap: true; readonly seats: ReadonlySet<SeatNumber>; readonly taken: readonly Taken[] }
  /** The number of unbooked places on each part of the trip, including blocked places. Never negative. */
  | { readonly hasSeatMap: false; readonly places: readonly number[] };

/** Whether a seat is held or sold on a part of the trip that the block keeps from sale. */
export const isTakenBy = (taken: Taken, block: Block): boolean =>
  isOfSeat(block) && block.seat === taken.seat && sharePart(block.section, taken.section);

/** The parts of a block's section (each from one stop to the next), as the numbers of the stops where they begin. */
export const partsOf = ({ section = WITHOUT_STOPS }: Block): readonly number[] =>
  Array.from({ length: section.to - section.from }, (_, index) => section.from + index);

/** Reduces blocks of places to the places left on each part of the trip. Earlier blocks keep their places first. */
export function placesWithin<B extends Block>(blocks: readonly B[], room: readonly number[]): readonly B[] {
  const left = room.map((places) => Math.max(0, places));
  return blocks.flatMap((block) => {
    if (isOfSeat(block)) return [];
    const parts = partsOf(block);
    const places = Math.min(block.places, ...parts.map((part) => left[part] ?? 0));
    for (const part of parts) left[part] = (left[part] ?? 0) - places;
    return places > 0 ? [{ ...block, places }] : [];
  });
}

/**
 * Seats and places that a company keeps from sale. A block is in force until it ends or is removed. At any moment a
 * seat is either sold, held, blocked or free.
 */
export interface TripBlocks {
  /** Finds a trip with its blocks. Undefined if the trip does not exist. */
  find(trip: TripId, now: Instant): Promise<BlockedTrip | undefined>;
  /**
   * Locks the trip's overdue unpaid bookings, then the trip. Nobody else can hold, sell, return or block its seats
   * until the transaction ends. Returns the seats or places that can be blocked.
   */
  lock(trip: TripId, now: Instant): Promise<Blockable>;
  /**
   * Replaces the blocks of a locked trip. The new blocks must name free seats of its bus, or available places. Returns
   * the formerly blocked seats that anybody can take now, sorted and grouped by section.
   */
  replace(trip: TripId, blocks: readonly Block[], now: Instant): Promise<readonly FreedOnTrip[]>;
  readonly fit: FitBlocks;
  /**
   * Like `lock`, for a transaction that ends a booking and has locked it already. Does not wait for locks on other
   * bookings, because two such transactions on one trip would deadlock.
   */
  lockToEnd(trip: TripId, now: Instant): Promise<Blockable>;
  /**
   * Removes blocks of seats that the company itself is about to sell. The trip must be locked, at least by
   * `findForSale`. On a trip with intermediate stops, only the sold section is cut out of the blocks. Returns the
   * removed blocks, or pieces of blocks, that were in force.
   */
  use(trip: TripId, seats: readonly SeatNumber[], now: Instant, section?: Section): Promise<readonly Block[]>;
  /**
   * Makes room for places that the company itself is about to sell. If free places do not suffice, blocked places are
   * sold, the first block's places first. Blocked places are used only on the parts of the trip where free places do
   * not suffice. Sales of one trip run one after another. Returns the blocks, or pieces of blocks, that were used up.
   */
  usePlaces(trip: TripId, places: number, now: Instant, section?: Section): Promise<readonly Block[]>;
  /**
   * Stores the blocks that a counter sale used up. If the sale ends unpaid or is undone, these blocks are restored.
   */
  lend(booking: BookingId, blocks: readonly Block[]): Promise<void>;
  /** The stored blocks that a counter sale used up; empty for online bookings. */
  lentTo(booking: BookingId): Promise<readonly Block[]>;
  /** Trips with blocks that ended at or before `now`, ascending by id, at most `limit`. */
  lapsed(now: Instant, limit: number): Promise<readonly TripId[]>;
  /**
   * Locks the trips, and deletes their blocks that have ended at `now`. Returns, for each trip that had such blocks,
   * the seats that anybody may take now.
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
