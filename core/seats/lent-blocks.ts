import type { BookingId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { sharePart } from '../trips/sections.ts';
import { type Block, clash, isOfSeat, isTakenBy, partsOf, placesOf, placesWithin } from './block.ts';
import { changesOfUnblocked } from './change-blocks.ts';
import { recordSeats } from './seat-events.ts';
import { cutPlaces, cutSeat } from './used-blocks.ts';
import type { SeatStores } from './world.ts';

interface Borrower {
  readonly id: BookingId;
  readonly tripId: TripId;
}

const isSame = (one: Block, other: Block): boolean =>
  one.reason === other.reason &&
  one.until === other.until &&
  (isOfSeat(one) ? clash(one, other) : !isOfSeat(other) && sharePart(one.section, other.section));

/**
 * Restores the blocks that an unpaid or undone counter sale had used up, after the sale's seats were freed. Blocks that
 * have ended are not restored, nor are blocks of seats that are taken by now. Returns the restored blocks.
 */
export async function giveBlocksBack(
  stores: SeatStores,
  { id, tripId }: Borrower,
  now: Instant,
): Promise<readonly Block[]> {
  const { blocks, trips } = stores;
  const lent = (await blocks.lentTo(id)).filter(({ until }) => until === null || until > now);
  if (lent.length === 0 || (await trips.find(tripId))?.status !== 'ACTIVE') return [];
  const blockable = await blocks.lockToEnd(tripId, now);
  const there = (await blocks.find(tripId, now))?.blocks ?? [];
  const back = blockable.hasSeatMap
    ? lent.filter(
        (block) =>
          isOfSeat(block) &&
          blockable.seats.has(block.seat) &&
          !blockable.taken.some((taken) => isTakenBy(taken, block)) &&
          !there.some((one) => clash(one, block)),
      )
    : placesWithin(
        lent,
        blockable.places.map((places, part) => places - placesOf(there, { from: part, to: part + 1 })),
      );
  if (back.length > 0) {
    const freed = await blocks.replace(tripId, [...there, ...back], now);
    await recordSeats(stores, tripId, changesOfUnblocked(freed), now);
  }
  return back;
}

/**
 * Sells the seats or places of a counter sale that ended unpaid, because the money arrived late. First removes the
 * blocks that were restored when the sale ended, then calls `sell`. If `sell` returns false, the blocks are put back.
 * The company may have removed some of the restored blocks meanwhile.
 */
export async function sellAgain(
  { blocks }: SeatStores,
  { id, tripId }: Borrower,
  now: Instant,
  sell: () => Promise<boolean>,
): Promise<boolean> {
  const lent = await blocks.lentTo(id);
  if (lent.length === 0) return sell();
  await blocks.lockToEnd(tripId, now);
  const there = (await blocks.find(tripId, now))?.blocks ?? [];
  await blocks.replace(tripId, lent.reduce(without, there), now);
  const isSold = await sell();
  if (!isSold) await blocks.replace(tripId, there, now);
  return isSold;
}

/** Removes a restored block from the trip's blocks. Its places or pieces may by now be spread over several blocks. */
function without(there: readonly Block[], lent: Block): readonly Block[] {
  if (isOfSeat(lent))
    return there.flatMap((block): readonly Block[] =>
      isOfSeat(block) && isSame(block, lent) ? cutSeat(block, lent.section).left : [block],
    );
  const missing: number[] = [];
  for (const part of partsOf(lent)) missing[part] = lent.places;
  const alike = there.flatMap((block) => (!isOfSeat(block) && isSame(block, lent) ? [block] : []));
  const cuts = cutPlaces(alike, missing);
  return there.flatMap((block): readonly Block[] => {
    const index = alike.findIndex((one) => one === block);
    return index === -1 ? [block] : (cuts[index]?.left ?? []);
  });
}
