import { isAtGateway } from '../payments/payment.ts';
import { isOfSeat } from '../seats/block.ts';
import type { BookingOnRecord } from './ports.ts';

type Borrower = Pick<BookingOnRecord, 'channel' | 'seatsCount' | 'payments' | 'lentBlocks'>;

/**
 * Faults of the blocks that a booking gives back if nobody pays. Only a counter sale by a gateway's code has some, at
 * most as many as it is for. Their seat numbers are not compared: the trip may have got another bus since.
 */
export function lentFaults({ channel, seatsCount, payments, lentBlocks: lent }: Borrower): readonly string[] {
  if (lent === 'unreadable') return ['nobody can read which blocks it used up'];
  if (lent.length === 0) return [];
  const seats = lent.flatMap((block) => (isOfSeat(block) ? [block.seat] : []));
  const places = lent.reduce((sum, block) => sum + (isOfSeat(block) ? 0 : block.places), 0);
  const used = seats.length + places;
  return [
    ...(channel === 'COUNTER' && payments.some(isAtGateway)
      ? []
      : ['it is no sale by a code, and has used up blocks that would come back']),
    ...(used > seatsCount ? [`it is for ${seatsCount}, and has used up ${used} blocked seats or places`] : []),
    ...(new Set(seats).size < seats.length ? ['it has used up the block of one seat twice'] : []),
  ];
}
