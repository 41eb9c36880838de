import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';

/** The cost of a cancellation, as a sentence. */
export const costOf = ({ refund, fee }: Schemas['CancellationQuote']): string => {
  const words = w.value.bookings;
  if (refund === 0 && fee === 0) return words.cancelUnpaid;
  if (refund === 0) return words.cancelNothing;
  return fee === 0 ? words.cancelFree(money(refund)) : words.cancelRefund(money(refund), money(fee));
};
