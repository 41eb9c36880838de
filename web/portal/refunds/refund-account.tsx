import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

const KINDS = ['ESEWA', 'KHALTI', 'BANK'] as const;

interface Account {
  readonly kind: (typeof KINDS)[number];
  readonly holder: string;
  readonly number: string;
  readonly bank: string;
}

/**
 * The form for the bank or wallet account that refunds of a counter sale go to. The customer names the account at the
 * counter or by phone. Only refunds that the platform pays go to it.
 */
export function RefundAccount({ id }: { readonly id: number }) {
  const words = w.value.bookings;
  const account = useSignal<Account>({ kind: 'ESEWA', holder: '', number: '', bank: '' });
  const sending = useSending();
  const change = (patch: Partial<Account>): void => void (account.value = { ...account.value, ...patch });
  const { kind, holder, number, bank } = account.value;

  const save = async (): Promise<void> => {
    await api.put('/api/operator/bookings/{id}/refund-account', {
      path: { id },
      body: { kind, holder: holder.trim(), number: number.trim(), ...(kind === 'BANK' && { bank: bank.trim() }) },
    });
    toast(words.accountSaved);
  };

  return (
    <section class="card">
      <h2>{words.account}</h2>
      <p class="faint">{words.accountText}</p>
      <Form sending={sending} onSend={save} label={words.account}>
        <div class="pairs">
          <Select label={words.kind} value={kind} onValue={(to) => change({ kind: to as Account['kind'] })}>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </Select>
          <Field
            label={words.holder}
            value={holder}
            autoComplete="off"
            error={sending.errorOf('holder')}
            onValue={(to) => change({ holder: to })}
          />
          <Field
            label={words.number}
            value={number}
            autoComplete="off"
            error={sending.errorOf('number')}
            onValue={(to) => change({ number: to })}
          />
          {kind === 'BANK' && (
            <Field
              label={words.bank}
              value={bank}
              error={sending.errorOf('bank')}
              onValue={(to) => change({ bank: to })}
            />
          )}
        </div>
        <SendButton sending={sending} class="">
          {words.saveAccount}
        </SendButton>
      </Form>
    </section>
  );
}
