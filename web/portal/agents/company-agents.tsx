import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { Empty } from '../../parts/empty.tsx';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { Paged, usePaged } from '../parts/paged.tsx';
import { api, company, may } from '../session.ts';
import { w } from '../words.ts';

type Agent = Schemas['CompanyAgent'];

/** The page on which a company decides whether agents sell its tickets, and which agents. */
export function CompanyAgentsPage() {
  const words = w.value.companyAgents;
  const own = company.value;
  const sending = useSending();
  const agents = usePaged({}, (options) => api.get('/api/operator/agents', options));
  if (!own) return null;
  const allowAll = async (agents_allowed: boolean): Promise<void> => {
    company.value = await api.patch('/api/operator/company', { body: { agents_allowed } });
    toast(agents_allowed ? words.allowedAll : words.refusedAll);
  };
  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      <div class="card">
        <Refused sentence={sending.sentence} />
        <MaySell
          label={words.agentsMaySell}
          isAllowed={own.agents_allowed}
          onAllow={(isAllowed) => sending.send(() => allowAll(isAllowed))}
        />
        <p class="hint">{own.agents_allowed ? words.refusingText : words.refusedText}</p>
      </div>
      <Paged of={agents} empty={<Empty title={words.none} />}>
        {(rows) => (
          <ul class="plain-list" role="list" aria-label={words.title}>
            {rows.map((agent) => (
              <AgentLine key={agent.id} agent={agent} again={agents.again} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

function AgentLine({ agent, again }: { readonly agent: Agent; readonly again: () => Promise<void> }) {
  const words = w.value.companyAgents;
  const sending = useSending();
  const { id, name, contact_phone: phone, allowed, bookings_30_days: count, gross_30_days: gross } = agent;
  const allow = async (isAllowed: boolean): Promise<void> => {
    await api.put('/api/operator/agents/{id}', { path: { id }, body: { allowed: isAllowed } });
    toast(isAllowed ? words.allowed(name) : words.refused(name));
    await again();
  };
  return (
    <li class="card">
      <Refused sentence={sending.sentence} />
      <MaySell
        label={words.maySell(name)}
        isAllowed={allowed}
        onAllow={(isAllowed) => sending.send(() => allow(isAllowed))}
      />
      <p class="faint">
        {words.lately(digits(count), money(gross))}
        {phone !== null && (
          <>
            {' '}
            · <a href={`tel:${phone}`}>{phone}</a>
          </>
        )}
      </p>
    </li>
  );
}

/** A checkbox that owners may change. It keeps the user's choice until the service has answered. */
function MaySell({
  label,
  isAllowed,
  onAllow,
}: {
  readonly label: string;
  readonly isAllowed: boolean;
  readonly onAllow: (isAllowed: boolean) => Promise<void>;
}) {
  const chosen = useSignal<boolean | undefined>(undefined);
  return (
    <label class="choice">
      <input
        type="checkbox"
        disabled={!may('OWNER')}
        checked={chosen.value ?? isAllowed}
        onChange={async ({ currentTarget: { checked } }) => {
          chosen.value = checked;
          await onAllow(checked);
          chosen.value = undefined;
        }}
      />
      {label}
    </label>
  );
}
