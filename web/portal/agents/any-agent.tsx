import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { bothCalendars, dayAndTime, dayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { type Unanswered, useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { digits } from '../../words/digits.ts';
import { StatementDialog } from '../ledger/make-statement.tsx';
import { Facts } from '../parts/facts.tsx';
import { numberIn } from '../parts/number-in.ts';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Question } from '../parts/question.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import type { Column } from '../parts/table.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { AgentState } from './agents.tsx';
import { ChangeTerms } from './change-terms.tsx';
import { keysOf } from './key-calls.ts';
import { Keys } from './keys.tsx';
import { AgentStatements } from './statement-list.tsx';

type Agent = Schemas['Agent'];

/** The page of one agent, for administrators: its terms and credit, its keys, and what it has paid. */
export function AnyAgentPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/admin/agents/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(agent) => <Shown key={agent.id} agent={agent} onChanged={asked.set} again={asked.again} />}
    </Asked>
  );
}

function Shown({
  agent,
  onChanged,
  again,
}: {
  readonly agent: Agent;
  readonly onChanged: (agent: Agent) => void;
  readonly again: () => Promise<void>;
}) {
  const words = w.value.admin.agents;
  const { id, name, status } = agent;
  const asks = useSignal<'terms' | 'invite' | 'payment' | 'statement' | 'status' | undefined>(undefined);
  const close = (): void => void (asks.value = undefined);
  const payments = usePaged({}, (options) => api.get('/api/admin/agents/{id}/payments', { path: { id }, ...options }), [
    id,
  ]);
  const statements = usePaged(
    {},
    (options) => api.get('/api/admin/agents/{id}/statements', { path: { id }, ...options }),
    [id],
  );
  const isActive = status === 'ACTIVE';
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <p>
        <AgentState of={agent} />
      </p>
      <div class="row">
        <button type="button" onClick={() => (asks.value = 'terms')}>
          {words.changeTerms}
        </button>
        <button type="button" onClick={() => (asks.value = 'invite')}>
          {words.invite}
        </button>
        <button type="button" onClick={() => (asks.value = 'payment')}>
          {words.notePayment}
        </button>
        <button type="button" onClick={() => (asks.value = 'statement')}>
          {words.makeStatement}
        </button>
        <button type="button" onClick={() => (asks.value = 'status')}>
          {isActive ? words.suspend : words.activate}
        </button>
      </div>
      <section class="card" aria-labelledby="terms">
        <h2 id="terms">{words.terms}</h2>
        <Terms of={agent} />
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys">{words.keys}</h2>
        <Keys of={keysOf(id)} />
      </section>
      <section aria-labelledby="payments">
        <h2 id="payments">{words.payments}</h2>
        <PagedTable label={words.payments} of={payments} columns={columns()} empty={words.noPayments} />
      </section>
      <AgentStatements
        of={statements}
        address={`/api/admin/agents/${id}/statements`}
        page={`/portal/admin/agents/${id}/statements`}
      />
      {asks.value === 'statement' && (
        <StatementDialog
          name={name}
          make={(until, key) => api.post('/api/admin/agents/{id}/statements', { path: { id }, body: { until }, key })}
          onMade={async () => {
            close();
            await statements.again();
          }}
          onClose={close}
        />
      )}
      {asks.value === 'terms' && (
        <ChangeTerms
          agent={agent}
          onClose={close}
          onChanged={(changed) => {
            close();
            onChanged(changed);
          }}
        />
      )}
      {asks.value === 'invite' && <InviteOwner id={id} onClose={close} />}
      {asks.value === 'payment' && (
        <NotePayment
          id={id}
          onClose={close}
          onNoted={async () => {
            close();
            await Promise.all([again(), payments.again()]);
          }}
        />
      )}
      {asks.value === 'status' && (
        <Question
          title={isActive ? words.suspendTitle(name) : words.activateTitle(name)}
          yes={isActive ? words.suspend : words.activate}
          no={w.value.admin.common.notNow}
          onNo={close}
          onYes={async () => {
            const body = { status: isActive ? ('SUSPENDED' as const) : ('ACTIVE' as const) };
            onChanged(await api.patch('/api/admin/agents/{id}', { path: { id }, body }));
            close();
            toast(isActive ? words.suspended(name) : words.activated(name));
          }}
        >
          <p>{isActive ? words.suspendText : words.activateText}</p>
        </Question>
      )}
    </>
  );
}

function Terms({ of: agent }: { readonly of: Agent }) {
  const words = w.value.admin.agents;
  const { contact_email: email, contact_phone: phone, balance, available, warn_below, operators } = agent;
  return (
    <Facts
      of={{
        [words.email]: <a href={`mailto:${email}`}>{email}</a>,
        [words.phone]: phone && <a href={`tel:${phone}`}>{phone}</a>,
        [words.rate]: words.percent(digits(agent.commission_rate)),
        [words.owes]: money(balance),
        [words.limit]: money(agent.credit_limit),
        [words.available]: money(available),
        [words.warnBelow]: warn_below === null ? words.tenth : money(warn_below),
        [words.sellsFor]: operators === null ? words.allCompanies : words.companies(digits(operators.length)),
        [words.since]: bothCalendars(dayOf(agent.created_at)),
      }}
    />
  );
}

function columns(): readonly Column<Schemas['AgentPayment']>[] {
  const { common } = w.value.admin;
  return [
    { title: common.when, cell: ({ at }) => dayAndTime(at) },
    { title: common.reference, cell: ({ reference }) => reference },
    { title: w.value.admin.agents.notedBy, cell: ({ added_by }) => added_by.full_name },
    { title: common.amount, isNumber: true, cell: ({ amount }) => money(amount) },
  ];
}

/** The dialog that invites an owner of the agent. The owner invites the others. */
function InviteOwner({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const words = w.value.staff;
  const { typed, field } = useForm({ full_name: '', email: '', phone: '' });
  useKeptFields(`agent-owner-${id}`, 'new', { typed }, 'dialog');
  return (
    <QuestionForm
      title={w.value.admin.agents.inviteTitle}
      yes={words.invite}
      onClose={onClose}
      act={async () => {
        const { phone, ...person } = typed.value;
        const body = { ...person, ...(phone.trim() !== '' && { phone }) };
        const { email } = await api.post('/api/admin/agents/{id}/staff', { path: { id }, body });
        onClose();
        toast(words.invited(email));
      }}
    >
      {({ errorOf }) => (
        <>
          <p>{words.inviteText}</p>
          <Field label={words.fullName} maxLength={150} autoComplete="off" {...field('full_name', errorOf)} />
          <Field label={words.email} type="email" autoComplete="off" {...field('email', errorOf)} />
          <Field
            label={words.phone}
            type="tel"
            required={false}
            autoComplete="off"
            hint={words.phoneHint}
            {...field('phone', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}

/** The dialog that records what the agent has paid. A payment cannot be deleted. */
function NotePayment({
  id,
  onNoted,
  onClose,
}: {
  readonly id: number;
  readonly onNoted: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.agents;
  const { common } = w.value.admin;
  const { typed, field } = useForm({ amount: '', reference: '' });
  const unanswered = useSignal<Unanswered | null>(null);
  useKeptFields(`agent-payment-${id}`, 'new', { typed, unanswered }, 'dialog');
  const sendOnce = useSendOnce(unanswered);
  return (
    <QuestionForm
      title={words.notePayment}
      yes={words.noteIt}
      onClose={onClose}
      act={async () => {
        const body = { amount: numberIn(typed.value.amount), reference: typed.value.reference.trim() };
        await sendOnce(body, (key) => api.post('/api/admin/agents/{id}/payments', { path: { id }, body, key }));
        toast(words.noted(money(body.amount)));
        await onNoted();
      }}
    >
      {({ errorOf }) => (
        <>
          <p>{words.noteText}</p>
          <Field label={common.amount} inputMode="decimal" {...field('amount', errorOf)} />
          <Field label={common.reference} hint={words.referenceHint} maxLength={100} {...field('reference', errorOf)} />
        </>
      )}
    </QuestionForm>
  );
}
