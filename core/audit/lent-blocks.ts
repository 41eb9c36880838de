import { isAtGateway } from '../payments/payment.ts';
import { type Block, clash, partsOf, placesOf, seatsOf } from '../seats/block.ts';
import type { BookingOnRecord } from './ports.ts';

type Borrower = Pick<BookingOnRecord, 'channel' | 'seatsCount' | 'payments' | 'lentBlocks'>;

/**
 * Faults of the blocks that a counter sale used up. The seats are blocked again if nobody pays the sale. Only a sale by
 * a gateway's payment code uses up blocks, at most as many as it has seats. Seat numbers are not compared, because the
 * trip may have got another bus since.
 */
export function lentFaults({ channel, seatsCount, payments, lentBlocks: lent }: Borrower): readonly string[] {
  if (lent === 'unreadable') return ['nobody can read which blocks it used up'];
  if (lent.length === 0) return [];
  const seats = new Set(seatsOf(lent));
  const used = seats.size + mostPlaces(lent);
  return [
    ...(channel === 'COUNTER' && payments.some(isAtGateway)
      ? []
      : ['it is no sale by a code, and has used up blocks that would come back']),
    ...(used > seatsCount ? [`it is for ${seatsCount}, and has used up ${used} blocked seats or places`] : []),
    ...(lent.some((block, index) => lent.slice(0, index).some((other) => clash(block, other)))
      ? ['it has used up the block of one seat twice']
      : []),
  ];
}

/** The most places that the blocks take between two neighbouring stops. */
const mostPlaces = (blocks: readonly Block[]): number =>
  Math.max(0, ...blocks.flatMap(partsOf).map((part) => placesOf(blocks, { from: part, to: part + 1 })));
