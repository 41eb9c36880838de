import { Field } from '../../parts/field.tsx';
import { money } from '../../parts/money.ts';
import { numberIn } from '../parts/number-in.ts';
import { w } from '../words.ts';
import './cash-received.css';

/**
 * A field for the cash that a customer hands over, and the change to give back. The request does not contain this
 * amount.
 */
export function CashReceived({
  value,
  onValue,
  total,
  error,
}: {
  readonly value: string;
  readonly onValue: (typed: string) => void;
  /** The price of the sale in rupees. */
  readonly total: number;
  readonly error?: string | undefined;
}) {
  return (
    <div class="cash-line">
      <Field
        label={w.value.counter.received}
        name="received"
        value={value}
        required={false}
        inputMode="decimal"
        autoComplete="off"
        error={error}
        onValue={onValue}
      />
      <Change received={numberIn(value)} total={total} />
    </div>
  );
}

/** Shows the change to give to the customer, or the amount that is still missing. */
function Change({ received, total }: { readonly received: number | undefined; readonly total: number }) {
  const words = w.value.counter;
  const isKnown = Number.isFinite(received) && total > 0;
  const change = (received ?? 0) - total;
  return (
    <p class={change < 0 ? 'change warn' : 'change'} role="status">
      {isKnown && (change < 0 ? words.stillMissing(money(-change)) : words.change(money(change)))}
    </p>
  );
}
