import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Field } from '../../../parts/field.tsx';
import { FieldError } from '../../../parts/field-error.tsx';
import { CashReceived } from '../../counter/cash-received.tsx';
import { w } from '../../words.ts';

export type Fee = 'tiers' | 'none';

export interface Payment {
  readonly by: 'CASH' | 'QR';
  readonly reference: string;
  /** The cash that the customer hands over, as typed. The request does not contain it. */
  readonly received: string;
}

/** The fields of the request that say how the customer pays the difference in price. */
export const paymentIn = ({ by, reference }: Payment) => ({
  paid_by: by,
  ...(by === 'QR' && reference.trim() && { reference: reference.trim() }),
});

/** The radio buttons that charge or waive the fee of a change. Only managers may waive the fee. */
export function FeeChoice({ fee }: { readonly fee: Signal<Fee> }) {
  const words = w.value.changing;
  const group = useId();
  return (
    <fieldset>
      <legend>{words.fee}</legend>
      <div class="row">
        {(['tiers', 'none'] as const).map((one) => (
          <label key={one} class="choice">
            <input type="radio" name={group} checked={fee.value === one} onChange={() => (fee.value = one)} />
            {words.fees[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The choice of how the customer pays the difference in price at the counter. */
export function PaymentChoice({
  payment,
  total,
  errorOf,
}: {
  readonly payment: Signal<Payment>;
  /** The difference in price, in rupees. */
  readonly total: number;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const words = w.value.counter;
  const group = useId();
  const { by, reference, received } = payment.value;
  const change = (patch: Partial<Payment>): void => void (payment.value = { ...payment.value, ...patch });
  return (
    <>
      <fieldset>
        <legend>{words.paidBy}</legend>
        <div class="row">
          {(['CASH', 'QR'] as const).map((one) => (
            <label key={one} class="choice">
              <input type="radio" name={group} checked={by === one} onChange={() => change({ by: one })} />
              {one === 'CASH' ? words.cash : words.qr}
            </label>
          ))}
        </div>
        <FieldError error={errorOf('paid_by')} value={by} />
      </fieldset>
      {by === 'QR' && (
        <Field
          label={words.qrReference}
          value={reference}
          required={false}
          maxLength={100}
          autoComplete="off"
          error={errorOf('reference')}
          onValue={(typed) => change({ reference: typed })}
        />
      )}
      {by === 'CASH' && (
        <CashReceived value={received} onValue={(typed) => change({ received: typed })} total={total} />
      )}
    </>
  );
}
