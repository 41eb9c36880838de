import type { CounterStores } from '../counter/world.ts';
import { type AskedPart, isWhole, refuseBoarded, refuseUnlessThere } from './asked-part.ts';
import { type Ended, endBooking } from './end-booking.ts';
import { changeOpen } from './refusals.ts';
import { endPart, type PartEnding } from './end-part.ts';

/**
 * Cancels some seats or places of a locked booking. Cancels the whole booking if `part` is undefined or has all seats
 * that are left.
 */
export async function endAsked(
  stores: CounterStores,
  part: AskedPart | undefined,
  ending: Omit<PartEnding, 'part'>,
): Promise<Ended> {
  const { booking, quoteOf } = ending;
  if (part) refuseUnlessThere(part, booking);
  if (!part || isWhole(part, booking)) return endBooking(stores, { ...ending, quote: quoteOf(booking) });
  if ((await stores.changes.open([booking.id], ending.now)).length > 0) throw changeOpen();
  refuseBoarded(part, booking, await stores.boardings.marks([booking.id]));
  return endPart(stores, { ...ending, part });
}
