import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { w as shared } from '../../words/shared.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Payment = Schemas['Payment'];

const OUTCOMES = ['COMPLETE', 'FAILED'] as const;

export const ResolveButton = ({ of, onPress }: { readonly of: Payment; readonly onPress: () => void }) => (
  <button type="button" onClick={onPress}>
    {w.value.admin.corrections.resolve}
    <span class="sr-only">, {of.booking_code}</span>
  </button>
);

/** The dialog for a payment that the gateway left open. It records the payment as paid or as not paid. */
export function Resolve({
  payment: { id, amount, booking_code },
  onResolved,
  onClose,
}: {
  readonly payment: Payment;
  readonly onResolved: () => void;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.corrections;
  const outcome = useSignal<(typeof OUTCOMES)[number] | undefined>(undefined);
  const note = useSignal('');
  const sendOnce = useSendOnce();
  const errorId = useId();
  const resolve = async (sending: Sending): Promise<void> => {
    const as = outcome.value;
    if (as === undefined) {
      sending.refuse(shared.value.problems['VALIDATION'] ?? words.chooseOutcome, { as: 'missing' });
      return;
    }
    const body = { as, note: note.value.trim() };
    await sendOnce(body, (key) => api.post('/api/admin/payments/{id}/resolve', { path: { id }, body, key }));
    toast(words.resolved[as]);
    onResolved();
  };
  return (
    <QuestionForm
      title={words.resolveTitle(money(amount), booking_code)}
      yes={words.resolveIt}
      act={resolve}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <p>{words.resolveText}</p>
          <fieldset aria-describedby={errorOf('as') && errorId}>
            <legend>{words.outcome}</legend>
            {OUTCOMES.map((one) => (
              <label key={one} class="choice">
                <input
                  type="radio"
                  name="outcome"
                  checked={outcome.value === one}
                  onChange={() => (outcome.value = one)}
                />
                {words.outcomes[one]}
              </label>
            ))}
            {errorOf('as') && (
              <p id={errorId} class="field-error">
                {words.chooseOutcome}
              </p>
            )}
            {outcome.value && <p class="hint">{words.follows[outcome.value]}</p>}
          </fieldset>
          <Field
            label={w.value.admin.bookings.note}
            hint={w.value.admin.bookings.noteHint}
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
