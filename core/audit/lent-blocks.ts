import { type Block, clash, partsOf, placesOf, seatsOf } from '../seats/block.ts';
import type { BookingOnRecord } from './ports.ts';

type Borrower = Pick<BookingOnRecord, 'channel' | 'seatsCount' | 'parts' | 'lentBlocks'>;

/**
 * Faults of the blocks that a counter sale used up. The seats are blocked again if nobody pays the sale, or its seller
 * undoes it. Only a counter sale uses up blocks, at most as many as it had seats. Seat numbers are not compared,
 * because the trip may have got another bus since.
 */
export function lentFaults({ channel, seatsCount, parts, lentBlocks: lent }: Borrower): readonly string[] {
  if (lent === 'unreadable') return ['nobody can read which blocks it used up'];
  if (lent.length === 0) return [];
  const seats = new Set(seatsOf(lent));
  const used = seats.size + mostPlaces(lent);
  const sold = seatsCount + parts.reduce((count, { seats: cancelled }) => count + cancelled.length, 0);
  return [
    ...(channel === 'COUNTER' ? [] : ['it is no counter sale, and has used up blocks that would come back']),
    ...(used > sold ? [`it is for ${sold}, and has used up ${used} blocked seats or places`] : []),
    ...(lent.some((block, index) => lent.slice(0, index).some((other) => clash(block, other)))
      ? ['it has used up the block of one seat twice']
      : []),
  ];
}

/** The most places that the blocks take between two neighbouring stops. */
const mostPlaces = (blocks: readonly Block[]): number =>
  Math.max(0, ...blocks.flatMap(partsOf).map((part) => placesOf(blocks, { from: part, to: part + 1 })));
