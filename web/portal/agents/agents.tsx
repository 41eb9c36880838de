import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { digits } from '../../words/digits.ts';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import type { Column } from '../parts/table.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { TermsFields, termsIn, type TypedTerms } from './agent-terms.tsx';

type Agent = Schemas['Agent'];

/** The page of all agents, for administrators. */
export function AgentsPage() {
  const words = w.value.admin.agents;
  const isAdding = useSignal(false);
  const [filters, change] = useUrlState();
  const { q, status = '' } = filters;
  const asked = { ...(q && { q }), ...(isOneOf(words.statuses, status) && { status }) };
  const agents = usePaged(asked, (options) => api.get('/api/admin/agents', options));
  return (
    <>
      <ListPage
        title={words.title}
        text={words.text}
        beside={
          <button type="button" class="main" onClick={() => (isAdding.value = true)}>
            {words.newAgent}
          </button>
        }
        search={words.search}
        state={[filters, change]}
        set={[asked.status]}
        of={agents}
        columns={columns()}
        empty={words.none}
      >
        <Select
          label={w.value.admin.common.status}
          value={asked.status ?? ''}
          onValue={(chosen) => change({ status: chosen })}
        >
          <Options of={words.statuses} />
        </Select>
      </ListPage>
      {isAdding.value && <NewAgent onClose={() => (isAdding.value = false)} />}
    </>
  );
}

export const AgentState = ({ of: { status } }: { readonly of: Pick<Agent, 'status'> }) => (
  <span class={`badge ${status === 'ACTIVE' ? 'good' : 'bad'}`}>{w.value.admin.agents.statuses[status]}</span>
);

function columns(): readonly Column<Agent>[] {
  const words = w.value.admin.agents;
  return [
    { title: words.name, cell: ({ id, name }) => <Link page={`/portal/admin/agents/${id}`}>{name}</Link> },
    { title: words.rate, isNumber: true, cell: ({ commission_rate }) => words.percent(digits(commission_rate)) },
    { title: words.owes, isNumber: true, cell: ({ balance }) => money(balance) },
    { title: words.available, isNumber: true, cell: ({ available }) => money(available) },
    { title: w.value.admin.common.status, cell: (agent) => <AgentState of={agent} /> },
  ];
}

const NOTHING: TypedTerms = {
  name: '',
  contact_email: '',
  contact_phone: '',
  commission_rate: '',
  credit_limit: '',
  warn_below: '',
};

/** The dialog that adds an agent, with its commission and credit. */
function NewAgent({ onClose }: { readonly onClose: () => void }) {
  const words = w.value.admin.agents;
  const { typed, field } = useForm(NOTHING);
  const kept = useKeptFields('new-agent', 'new', { typed }, 'dialog');
  const sendOnce = useSendOnce();
  const { route } = useLocation();
  return (
    <QuestionForm
      title={words.newAgent}
      yes={words.add}
      onClose={onClose}
      act={async (sending) => {
        const body = termsIn(typed.value, sending);
        if (!body) return;
        const added = await sendOnce(body, (key) => api.post('/api/admin/agents', { body, key }));
        kept.saved();
        toast(words.added(added.name));
        route(to(`/portal/admin/agents/${added.id}`));
      }}
    >
      {({ errorOf }) => <TermsFields field={field} errorOf={errorOf} />}
    </QuestionForm>
  );
}
