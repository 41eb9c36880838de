import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';

type Booking = Schemas['OfficeBooking'];

const REASONS = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'AMOUNT_DIFFERS'] as const;

/** Lists payments of a counter sale that the platform refunds: late, duplicate, or with a wrong amount. */
export function PaidInVain({ booking: { refunds, sold_by } }: { readonly booking: Booking }) {
  const words = w.value.counter.paidInVain;
  if (sold_by === null) return null;
  const vain = refunds.flatMap((refund) => {
    const reason = REASONS.find((one) => one === refund.reason);
    return reason ? [{ ...refund, reason }] : [];
  });
  return (
    <div role="status">
      {vain.map(({ id, reason, amount }) => (
        <p key={id} class="notice wait">
          {words[reason](money(amount))}
        </p>
      ))}
    </div>
  );
}
