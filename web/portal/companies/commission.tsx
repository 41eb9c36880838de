import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { numberIn } from '../parts/number-in.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Company = Schemas['ListedCompany'];

/** The form that sets the company's commission rate for future sales. */
export function Commission({
  company: { id, commission_rate },
  onChanged,
}: {
  readonly company: Company;
  readonly onChanged: (company: Company) => void;
}) {
  const words = w.value.admin.companies;
  const sending = useSending();
  const rate = useSignal(commission_rate === null ? '' : String(commission_rate));
  const kept = useKeptFields(`commission-${id}`, commission_rate, { rate });
  const save = async (): Promise<void> => {
    const typed = rate.value.trim() === '' ? null : numberIn(rate.value);
    // JSON has no NaN: it would be sent as null, which means the usual rate.
    if (Number.isNaN(typed)) {
      sending.refuse('', { commission_rate: words.commissionWrong });
      return;
    }
    onChanged(await api.patch('/api/admin/operators/{id}', { path: { id }, body: { commission_rate: typed } }));
    kept.saved();
    toast(words.commissionSaved);
  };
  return (
    <Form sending={sending} label={words.commission} onSend={save}>
      <Resumed kept={kept} />
      <Field
        label={words.commissionField}
        inputMode="decimal"
        required={false}
        hint={words.commissionHint}
        value={rate.value}
        error={sending.errorOf('commission_rate')}
        onValue={(value) => (rate.value = value)}
      />
      <SendButton sending={sending} class="">
        {words.saveCommission}
      </SendButton>
    </Form>
  );
}
