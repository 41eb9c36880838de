import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Field } from '../../parts/field.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { digits } from '../../words/digits.ts';
import { ListPage } from '../parts/list-page.tsx';
import { numberIn } from '../parts/number-in.ts';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import type { Column } from '../parts/table.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

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

const NOTHING = {
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
        const { name, contact_email, contact_phone, commission_rate, credit_limit, warn_below } = typed.value;
        const warns = warn_below.trim() === '' ? null : numberIn(warn_below);
        // JSON has no NaN: it would be sent as null, which means the usual limit.
        if (Number.isNaN(warns)) {
          sending.refuse('', { warn_below: words.amountWrong });
          return;
        }
        const body = {
          name,
          contact_email,
          contact_phone: contact_phone.trim() || null,
          commission_rate: numberIn(commission_rate),
          credit_limit: numberIn(credit_limit),
          warn_below: warns,
        };
        const added = await sendOnce(body, (key) => api.post('/api/admin/agents', { body, key }));
        kept.saved();
        toast(words.added(added.name));
        route(to(`/portal/admin/agents/${added.id}`));
      }}
    >
      {({ errorOf }) => (
        <>
          <Field label={words.name} maxLength={150} autoComplete="off" {...field('name', errorOf)} />
          <Field label={words.email} type="email" autoComplete="off" {...field('contact_email', errorOf)} />
          <Field
            label={words.phone}
            type="tel"
            required={false}
            autoComplete="off"
            hint={words.phoneHint}
            {...field('contact_phone', errorOf)}
          />
          <Field label={words.rate} hint={words.rateHint} inputMode="decimal" {...field('commission_rate', errorOf)} />
          <Field label={words.limit} hint={words.limitHint} inputMode="decimal" {...field('credit_limit', errorOf)} />
          <Field
            label={words.warnBelow}
            hint={words.warnHint}
            required={false}
            inputMode="decimal"
            {...field('warn_below', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}
