import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { type Unanswered, useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { numberIn } from '../parts/number-in.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { w as shared } from '../../words/shared.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChosenCompany, CompanyField } from '../parts/company-field.tsx';

/** The dialog that records that a company has paid its debt to the platform. */
export function Receive({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const words = w.value.admin.corrections;
  const company = useSignal<ChosenCompany>(null);
  const { typed, field } = useForm({ amount: '', reference: '' });
  const unanswered = useSignal<Unanswered | null>(null);
  useKeptFields('receipt', 'new', { typed, unanswered }, 'dialog');
  const sendOnce = useSendOnce(unanswered);
  const receive = async (sending: Sending): Promise<void> => {
    if (company.value === null || company.value === undefined) {
      sending.refuse(shared.value.problems['VALIDATION'] ?? '', { operator_id: 'missing' });
      return;
    }
    const body = {
      operator_id: company.value,
      amount: numberIn(typed.value.amount),
      reference: typed.value.reference.trim(),
    };
    await sendOnce(body, (key) => api.post('/api/admin/receipts', { body, key }));
    toast(words.received(money(body.amount)));
    onDone();
  };
  return (
    <QuestionForm title={words.receiveTitle} yes={words.noteReceipt} act={receive} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.receiveText}</p>
          <CompanyField error={errorOf('operator_id') && words.whichCompany} onValue={(id) => (company.value = id)} />
          <Field label={words.amount} inputMode="decimal" {...field('amount', errorOf)} />
          <Field
            label={w.value.admin.common.reference}
            hint={words.referenceHint}
            maxLength={100}
            {...field('reference', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}
