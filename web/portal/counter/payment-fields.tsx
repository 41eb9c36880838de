import { Field } from '../../parts/field.tsx';
import { useAsked } from '../../parts/asked.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { CashReceived } from './cash-received.tsx';
import type { SaleDraft } from './sale-draft.ts';

/** The fields for how the customer pays. For cash, also the amount received and the change to give back. */
export function PaymentFields({
  draft,
  change,
  total,
  errorOf,
}: {
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
  /** The price of the sale, in rupees. */
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
        <CashReceived
          value={draft.received}
          onValue={(received) => change({ received })}
          total={total}
          error={errorOf('received')}
        />
      )}
    </>
  );
}
