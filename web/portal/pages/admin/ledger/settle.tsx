import { useSignal } from '@preact/signals';
import { plainDigits } from '../../../../parts/digits.ts';
import { Field } from '../../../../parts/field.tsx';
import { money } from '../../../../parts/money.ts';
import { toast } from '../../../../parts/toast.tsx';
import { useKey } from '../../../parts/key.ts';
import { QuestionForm } from '../../../parts/question-form.tsx';
import { api } from '../../../session.ts';
import { w } from '../../../words.ts';

/** Notes that the gateway has transferred what it held. */
export function Settle({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const words = w.value.admin.ledger;
  const typed = useSignal({ amount: '', fee: '', reference: '' });
  const key = useKey();
  const field = (name: keyof typeof typed.value) => ({
    value: typed.value[name],
    onValue: (value: string) => (typed.value = { ...typed.value, [name]: value }),
  });
  const settle = async (): Promise<void> => {
    const { amount, fee, reference } = typed.value;
    const body = {
      amount: Number(plainDigits(amount)),
      ...(fee.trim() && { fee: Number(plainDigits(fee)) }),
      reference: reference.trim(),
    };
    await api.post('/api/admin/settlements', { body, key: key.of(body) });
    toast(words.settled(money(body.amount)));
    onDone();
  };
  return (
    <QuestionForm title={words.settleTitle} yes={words.settleIt} act={settle} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.settleText}</p>
          <Field label={words.settleAmount} inputMode="decimal" error={errorOf('amount')} {...field('amount')} />
          <Field label={words.fee} inputMode="decimal" required={false} error={errorOf('fee')} {...field('fee')} />
          <Field
            label={w.value.admin.common.reference}
            maxLength={100}
            error={errorOf('reference')}
            {...field('reference')}
          />
        </>
      )}
    </QuestionForm>
  );
}
