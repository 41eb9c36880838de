import type { Recorder } from '../platform/outbox.ts';
import type { BookingId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripRepo } from '../trips/ports.ts';
import { type Block, isOfSeat, placesOf, seatsOf, type TripBlocks } from './block.ts';
import { type SeatEvent, seatsChanged } from './seat-events.ts';

/** The stores that change when blocks of an unpaid counter sale come back, or are used again. */
export interface LentStores {
  readonly trips: Pick<TripRepo, 'find'>;
  readonly blocks: Pick<TripBlocks, 'find' | 'lockToEnd' | 'replace' | 'lentTo'>;
  readonly events: Recorder<SeatEvent>;
}

interface Borrower {
  readonly id: BookingId;
  readonly tripId: TripId;
}

const isSame = (one: Block, other: Block): boolean =>
  one.reason === other.reason &&
  one.until === other.until &&
  (isOfSeat(one) ? isOfSeat(other) && one.seat === other.seat : !isOfSeat(other));

/**
 * Blocks the seats or places again that an unpaid counter sale had used up, after its seats were freed. Ended blocks do
 * not come back, and neither do blocks of seats that are taken by now. Returns the seats that are blocked again.
 */
export async function giveBlocksBack(
  stores: LentStores,
  { id, tripId }: Borrower,
  now: Instant,
): Promise<readonly SeatNumber[]> {
  const { blocks, trips } = stores;
  const lent = (await blocks.lentTo(id)).filter(({ until }) => until === null || until > now);
  if (lent.length === 0 || (await trips.find(tripId))?.status !== 'ACTIVE') return [];
  const blockable = await blocks.lockToEnd(tripId, now);
  const there = (await blocks.find(tripId, now))?.blocks ?? [];
  const back = blockable.hasSeatMap
    ? lent.filter((block) => isOfSeat(block) && blockable.seats.get(block.seat) === 'free' && !isBlocked(there, block))
    : placesWithin(lent, blockable.places - placesOf(there));
  if (back.length > 0) await replace(stores, tripId, [...there, ...back], now);
  return seatsOf(back);
}

/** Removes the blocks that came back when an unpaid counter sale ended, because its money came after all. */
export async function useBlocksAgain(stores: LentStores, { id, tripId }: Borrower, now: Instant): Promise<void> {
  const { blocks } = stores;
  const lent = await blocks.lentTo(id);
  if (lent.length === 0) return;
  await blocks.lockToEnd(tripId, now);
  const there = (await blocks.find(tripId, now))?.blocks ?? [];
  await replace(stores, tripId, lent.reduce(without, there), now);
}

const isBlocked = (there: readonly Block[], block: Block): boolean =>
  isOfSeat(block) && seatsOf(there).includes(block.seat);

/** The lent blocks of places, reduced to `room` places in all. */
function placesWithin(lent: readonly Block[], room: number): readonly Block[] {
  let left = Math.max(0, room);
  return lent.flatMap((block) => {
    if (isOfSeat(block)) return [];
    const places = Math.min(left, block.places);
    left -= places;
    return places > 0 ? [{ ...block, places }] : [];
  });
}

/** The blocks without a lent one. Its places may be spread over several blocks. */
function without(there: readonly Block[], lent: Block): readonly Block[] {
  let missing = isOfSeat(lent) ? 0 : lent.places;
  return there.flatMap((block) => {
    if (!isSame(block, lent)) return [block];
    if (isOfSeat(block)) return [];
    const used = Math.min(missing, block.places);
    missing -= used;
    return used === block.places ? [] : [{ ...block, places: block.places - used }];
  });
}

async function replace(
  { blocks, events }: LentStores,
  tripId: TripId,
  present: readonly Block[],
  now: Instant,
): Promise<void> {
  const freed = await blocks.replace(tripId, present, now);
  if (freed.length > 0) await events.record(seatsChanged(tripId, freed, 'AVAILABLE'), now);
}
