import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { numberIn } from '../parts/number-in.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** The dialog that refunds some of a payment as goodwill, at the platform's cost. */
export function Goodwill({
  payment,
  onGiven,
  onClose,
}: {
  readonly payment: Schemas['Payment'];
  readonly onGiven: () => void;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.bookings;
  const amount = useSignal('');
  const note = useSignal('');
  const sendOnce = useSendOnce();
  const give = async (): Promise<void> => {
    const body = { amount: numberIn(amount.value), note: note.value.trim() };
    await sendOnce(body, (key) =>
      api.post('/api/admin/payments/{id}/refunds', { path: { id: payment.id }, body, key }),
    );
    toast(words.given(money(body.amount)));
    onGiven();
  };
  return (
    <QuestionForm title={words.goodwillTitle(payment.booking_code)} yes={words.giveIt} act={give} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.goodwillText}</p>
          <Field
            label={words.goodwillAmount}
            inputMode="decimal"
            value={amount.value}
            error={errorOf('amount')}
            onValue={(value) => (amount.value = value)}
          />
          <Field
            label={words.note}
            hint={words.noteHint}
            maxLength={300}
            value={note.value}
            error={errorOf('note')}
            onValue={(value) => (note.value = value)}
          />
        </>
      )}
    </QuestionForm>
  );
}
