import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
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
  const { typed, field } = useForm({ amount: '', note: '' });
  const sendOnce = useSendOnce();
  const give = async (): Promise<void> => {
    const body = { amount: numberIn(typed.value.amount), note: typed.value.note.trim() };
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
          <Field label={words.goodwillAmount} inputMode="decimal" {...field('amount', errorOf)} />
          <Field label={words.note} hint={words.noteHint} maxLength={300} {...field('note', errorOf)} />
        </>
      )}
    </QuestionForm>
  );
}
