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
  company: { id, company_name },
  onClose,
}: {
  readonly company: Pick<Schemas['ListedCompany'], 'id' | 'company_name'>;
  readonly onClose: () => void;
}) {
  const { route } = useLocation();
  return (
    <StatementDialog
      name={company_name}
      make={(until, key) => api.post('/api/admin/statements', { body: { operator_id: id, until }, key })}
      onMade={(made) => route(to(`/portal/admin/statements/${made.id}`))}
      onClose={onClose}
    />
  );
}

interface Made {
  readonly id: number;
  readonly number: string;
}

/** The dialog that asks up to which day a statement is made, of a company or of an agent. */
export function StatementDialog({
  name,
  make: send,
  onMade,
  onClose,
}: {
  readonly name: string;
  readonly make: (until: string, key: string) => Promise<Made>;
  readonly onMade: (made: Made) => unknown;
  readonly onClose: () => void;
}) {
  const words = w.value.statements;
  const until = useSignal(dayAfter(today(), -1));
  const sendOnce = useSendOnce();
  const make = async (): Promise<void> => {
    const made = await sendOnce(until.value, (key) => send(until.value, key));
    toast(words.made(made.number));
    await onMade(made);
  };
  return (
    <QuestionForm title={words.makeTitle(name)} yes={words.makeIt} act={make} onClose={onClose}>
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
