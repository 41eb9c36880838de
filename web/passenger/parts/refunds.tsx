import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Refund = Schemas['RefundForPassenger'];
type Kind = Schemas['RefundAccount']['kind'];

const LOOKS = { DUE: 'wait', SENT: 'wait', PAID: 'good', FAILED: 'bad' } as const;

function stateOf({ status, amount, due_at, paid_at }: Refund): string {
  const words = w.value.bookings.refundState;
  if (status === 'DUE') return words.DUE(money(amount), bothCalendars(dayOf(due_at)));
  if (status === 'PAID') return words.PAID(money(amount), bothCalendars(dayOf(paid_at ?? due_at)));
  return words[status](money(amount));
}

/** Where the refunds of a booking stand, and to which account they go. */
export function Refunds({
  booking: { id, refunds },
}: {
  readonly booking: Pick<Schemas['Booking'], 'id' | 'refunds'>;
}) {
  const heading = useId();
  const words = w.value.bookings;
  const mayNameAccount = refunds.some(({ status }) => status === 'DUE' || status === 'FAILED');
  return (
    <section class="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.refund}</h2>
      <ul class="plain-list">
        {refunds.map((refund, at) => (
          <li key={at} class="row">
            <span class={`badge ${LOOKS[refund.status]}`}>{words.refundSteps[refund.status]}</span>
            <span>{stateOf(refund)}</span>
            {refund.reference && <span class="faint">{words.refundReference(refund.reference)}</span>}
          </li>
        ))}
      </ul>
      {mayNameAccount && <Account bookingId={id} hasFailed={refunds.some(({ status }) => status === 'FAILED')} />}
    </section>
  );
}

/** `hasFailed`: the money has come back, so that without another account there is nowhere to send it. */
function Account({ bookingId, hasFailed }: { readonly bookingId: number; readonly hasFailed: boolean }) {
  const words = w.value.bookings;
  const sending = useSending();
  const isOpen = useSignal(false);
  const named = useSignal('');
  const kind = useSignal<Kind>('ESEWA');
  const holder = useSignal('');
  const number = useSignal('');
  const bank = useSignal('');

  const name = async (): Promise<void> => {
    const answer = await api.put('/api/bookings/{id}/refund-account', {
      path: { id: bookingId },
      body: {
        kind: kind.value,
        holder: holder.value,
        number: number.value,
        ...(kind.value === 'BANK' && { bank: bank.value }),
      },
    });
    named.value = answer.number;
    isOpen.value = false;
  };

  return (
    <>
      <p role="status">{named.value ? words.accountKept(named.value) : !hasFailed && words.refundGoesTo}</p>
      {!isOpen.value && (
        <button type="button" onClick={() => (isOpen.value = true)}>
          {words.nameAccount}
        </button>
      )}
      {isOpen.value && (
        <Form sending={sending} onSend={name} label={words.nameAccount}>
          <Select label={words.accountKind} value={kind.value} onValue={(value) => (kind.value = value as Kind)}>
            {(['ESEWA', 'KHALTI', 'BANK'] as const).map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </Select>
          {kind.value === 'BANK' && (
            <Field
              label={words.accountBank}
              value={bank.value}
              onValue={(value) => (bank.value = value)}
              error={sending.errorOf('bank')}
            />
          )}
          <Field
            label={words.accountHolder}
            value={holder.value}
            onValue={(value) => (holder.value = value)}
            error={sending.errorOf('holder')}
            autoComplete="name"
          />
          <Field
            label={words.accountNumber}
            value={number.value}
            onValue={(value) => (number.value = value)}
            error={sending.errorOf('number')}
            inputMode={kind.value === 'BANK' ? 'text' : 'tel'}
          />
          <SendButton sending={sending}>{words.accountSave}</SendButton>
        </Form>
      )}
    </>
  );
}
