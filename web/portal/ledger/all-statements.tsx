import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { usePaged } from '../parts/paged.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { StatementList, StatusFilter, statusIn } from './statement-list.tsx';
import { StatementShown } from './statement-shown.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { OnlyCompany, companyIn } from '../parts/company-filter.tsx';

/** The page of the statements of all companies. */
export function AllStatementsPage() {
  const [filters, change] = useUrlState();
  const asked = { ...companyIn(filters), ...statusIn(filters) };
  const statements = usePaged(asked, (options) => api.get('/api/admin/statements', options));
  return (
    <>
      <PageTitle>{w.value.statements.title}</PageTitle>
      <OnlyCompany filters={filters} change={change} />
      <div class="filters">
        <StatusFilter filters={filters} change={change} />
      </div>
      <StatementList of={statements} page="/portal/admin/statements" withCompany />
    </>
  );
}

/** The page of one statement, which an administrator can record as paid. */
export function AnyStatementPage() {
  const words = w.value.statements;
  const id = Number(useRoute().params['id']);
  const isPaying = useSignal(false);
  const asked = useAsked((signal) => api.get('/api/admin/statements/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(statement) => (
        <>
          <StatementShown
            of={statement}
            address={`/api/admin/statements/${id}`}
            booking="/portal/admin/bookings"
            linesAfter={(cursor) =>
              api.get('/api/admin/statements/{id}/lines', { path: { id }, query: { cursor, limit: 1_000 } })
            }
          >
            {statement.status === 'OPEN' && (
              <button type="button" class="main" onClick={() => (isPaying.value = true)}>
                {words.pay}
              </button>
            )}
          </StatementShown>
          {isPaying.value && (
            <Pay
              statement={statement}
              onClose={() => (isPaying.value = false)}
              onPaid={(paid) => {
                isPaying.value = false;
                asked.set(paid);
              }}
            />
          )}
        </>
      )}
    </Asked>
  );
}

type Statement = Schemas['Statement'];

function Pay({
  statement: { id, total, operator, number },
  onPaid,
  onClose,
}: {
  readonly statement: Statement;
  readonly onPaid: (statement: Statement) => void;
  readonly onClose: () => void;
}) {
  const words = w.value.statements;
  const reference = useSignal('');
  const sendOnce = useSendOnce();
  const pay = async (): Promise<void> => {
    const body = { reference: reference.value.trim() };
    const paid = await sendOnce(body, (key) => api.post('/api/admin/statements/{id}/pay', { path: { id }, body, key }));
    toast(words.paid(number));
    onPaid(paid);
  };
  return (
    <QuestionForm
      title={words.payTitle(money(Math.max(0, total)), operator.company_name)}
      yes={words.payIt}
      act={pay}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          {total <= 0 && <p>{words.payOwes}</p>}
          <p>{words.payText}</p>
          <Field
            label={words.reference}
            maxLength={100}
            value={reference.value}
            error={errorOf('reference')}
            onValue={(value) => (reference.value = value)}
          />
        </>
      )}
    </QuestionForm>
  );
}
