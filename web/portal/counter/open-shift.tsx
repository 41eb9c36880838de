import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { numberIn } from '../parts/number-in.ts';
import './shifts.css';

/** The form that opens a shift. Shown on pages that need an open shift while the user has none. */
export function OpenShift({ onOpened }: { readonly onOpened: (shift: Schemas['Shift']) => void }) {
  const words = w.value.shifts;
  const cash = useSignal('0');
  const sending = useSending();
  const sendOnce = useSendOnce();

  const open = async (): Promise<void> => {
    const body = { opening_cash: numberIn(cash.value) };
    const shift = await sendOnce(body, (key) => api.post('/api/operator/shifts', { body, key }));
    toast(words.opened);
    onOpened(shift);
  };

  return (
    <Form sending={sending} onSend={open} label={words.open}>
      <div class="open-shift">
        <Field
          label={words.openingCash}
          value={cash.value}
          inputMode="decimal"
          hint={words.openingCashHint}
          error={sending.errorOf('opening_cash')}
          onValue={(value) => (cash.value = value)}
        />
        <SendButton sending={sending}>{words.open}</SendButton>
      </div>
    </Form>
  );
}
