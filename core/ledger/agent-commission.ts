import { type BasisPoints, type Paisa, minus, NOTHING, paisa, share } from '../kernel/money.ts';

/** An event of an agent's booking that may change the agent's commission. All amounts are the booking's. */
export type CommissionEvent =
  | { readonly kind: 'sale'; readonly total: Paisa }
  /** Some or all seats are cancelled: `amount` of the price `total` goes, of which `refund` is credited. */
  | { readonly kind: 'cancellation'; readonly total: Paisa; readonly amount: Paisa; readonly refund: Paisa }
  /** Another booking takes the place of the old one. `credit` of the old price pays for the new one. */
  | { readonly kind: 'change'; readonly oldTotal: Paisa; readonly credit: Paisa; readonly newTotal: Paisa }
  | { readonly kind: 'goodwill' };

/**
 * The commission that an agent gets by an event; negative if the agent gives commission back. The agent keeps its share
 * of a fee that the passenger pays: without a fee, the whole commission of cancelled seats goes back. Goodwill, which
 * the platform pays, takes no commission back.
 */
export function commissionOf(rate: BasisPoints, event: CommissionEvent): Paisa {
  switch (event.kind) {
    case 'sale':
      return share(event.total, rate);
    case 'cancellation': {
      const { total, amount, refund } = event;
      const lost = minus(share(total, rate), share(minus(total, amount), rate));
      return minus(NOTHING, partOf(lost, refund, amount));
    }
    case 'change': {
      const { oldTotal, credit, newTotal } = event;
      return minus(share(newTotal, rate), partOf(share(oldTotal, rate), credit, oldTotal));
    }
    case 'goodwill':
      return NOTHING;
  }
}

/** `amount` × `part` ÷ `whole`, rounded half up; nothing of a whole of nothing. BigInt, because products grow large. */
function partOf(amount: Paisa, part: Paisa, whole: Paisa): Paisa {
  if (whole === NOTHING) return NOTHING;
  return paisa(Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))));
}
