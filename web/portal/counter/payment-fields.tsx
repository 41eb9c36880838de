import { Field } from '../../parts/field.tsx';
import { useAsked } from '../../parts/asked.tsx';
import { money } from '../../parts/money.ts';
import { numberIn } from '../parts/number-in.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { SaleDraft } from './sale-draft.ts';

/** The fields for the way of paying; for cash, the amount received and the change. */
export function PaymentFields({
  draft,
  change,
  total,
  errorOf,
}: {
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
  /** The price in rupees. */
  readonly total: number;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const words = w.value.counter;
  const methods = useAsked((signal) => api.get('/api/payment-methods', { signal }), []);
  const state = methods.state.value;
  const hasCodes = state.is === 'here' && state.value.some(({ gateway }) => gateway === 'FONEPAY');
  const ways = (['CASH', 'QR', 'FONEPAY'] as const).filter((way) => way !== 'FONEPAY' || hasCodes);
  const names = { CASH: words.cash, QR: words.qr, FONEPAY: words.fonepay };
  return (
    <>
      <fieldset>
        <legend>{words.paidBy}</legend>
        <div class="row ways-to-pay">
          {ways.map((paidBy) => (
            <label key={paidBy} class="choice">
              <input
                type="radio"
                name="paid-by"
                checked={draft.paidBy === paidBy}
                onChange={() => change({ paidBy })}
              />
              {names[paidBy]}
            </label>
          ))}
        </div>
      </fieldset>
      {draft.paidBy === 'QR' && (
        <Field
          label={words.qrReference}
          value={draft.reference}
          required={false}
          maxLength={100}
          autoComplete="off"
          error={errorOf('reference')}
          onValue={(reference) => change({ reference })}
        />
      )}
      {draft.paidBy === 'CASH' && (
        <div class="cash-line">
          <Field
            label={words.received}
            name="received"
            value={draft.received}
            required={false}
            inputMode="decimal"
            autoComplete="off"
            onValue={(received) => change({ received })}
          />
          <Change received={numberIn(draft.received)} total={total} />
        </div>
      )}
    </>
  );
}

/** The change for the customer, or the amount that is still missing. */
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
