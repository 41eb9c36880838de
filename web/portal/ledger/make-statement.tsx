import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { DayField } from '../../parts/day-field.tsx';
import { dayAfter, today } from '../../parts/moment.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** The dialog that makes a company's statement up to a day, and opens the statement. */
export function MakeStatement({
  company,
  onClose,
}: {
  readonly company: Pick<Schemas['ListedCompany'], 'id' | 'company_name'>;
  readonly onClose: () => void;
}) {
  const words = w.value.statements;
  const { route } = useLocation();
  const until = useSignal(dayAfter(today(), -1));
  const sendOnce = useSendOnce();
  const make = async (): Promise<void> => {
    const body = { operator_id: company.id, until: until.value };
    const made = await sendOnce(body, (key) => api.post('/api/admin/statements', { body, key }));
    toast(words.made(made.number));
    route(to(`/portal/admin/statements/${made.id}`));
  };
  return (
    <QuestionForm title={words.makeTitle(company.company_name)} yes={words.makeIt} act={make} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.makeText}</p>
          <DayField
            label={words.until}
            max={today()}
            value={until.value}
            error={errorOf('until')}
            onValue={(day) => (until.value = day)}
          />
        </>
      )}
    </QuestionForm>
  );
}
