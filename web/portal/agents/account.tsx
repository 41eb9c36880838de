import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { digits } from '../../words/digits.ts';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { Facts } from '../parts/facts.tsx';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import type { Column } from '../parts/table.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { AgentStatements } from './statement-list.tsx';

/** The page of the agent's account: what it owes, what it may still sell for, and every entry that led there. */
export function AgentAccountPage() {
  const words = w.value.agency.account;
  const [filters, change] = useUrlState();
  const account = useAsked((signal) => api.get('/api/agent/account', { signal }), []);
  const entries = usePaged(daysOf(filters), (options) => api.get('/api/agent/entries', options));
  const statements = usePaged({}, (options) => api.get('/api/agent/statements', options));
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <section class="card" aria-labelledby="credit">
        <h2 id="credit">{words.credit}</h2>
        <Asked of={account}>{(shown) => <Credit of={shown} />}</Asked>
      </section>
      <AgentStatements of={statements} address="/api/agent/statements" page="/portal/agency/statements" />
      <section aria-labelledby="entries">
        <h2 id="entries">{words.entries}</h2>
        <div class="filters">
          <DayFilters filters={filters} change={change} from={words.from} to={words.to} />
        </div>
        <PagedTable label={words.entries} of={entries} columns={columns()} empty={words.none} />
      </section>
    </>
  );
}

function Credit({ of: account }: { readonly of: Schemas['AgentAccount'] }) {
  const words = w.value.agency.account;
  const { balance, available, credit_limit, warn_below, commission_rate, mode } = account;
  return (
    <>
      {available < warn_below && <p class="notice wait">{words.low}</p>}
      {mode === 'test' && <p class="notice">{words.test}</p>}
      <Facts
        of={{
          [words.availableNow]: <strong>{money(available)}</strong>,
          [balance < 0 ? words.paidAhead : words.owed]: money(Math.abs(balance)),
          [words.limit]: money(credit_limit),
          [words.warnBelow]: money(warn_below),
          [words.rate]: words.percent(digits(commission_rate)),
        }}
      />
    </>
  );
}

function columns(): readonly Column<Schemas['AgentEntry']>[] {
  const words = w.value.agency.account;
  return [
    { title: words.at, cell: ({ at }) => dayAndTime(at) },
    { title: words.kind, cell: ({ kind }) => words.kinds[kind] ?? kind },
    {
      title: words.booking,
      cell: ({ booking_id: id, booking_code: code }) =>
        id === null ? '–' : <Link page={`/portal/agency/bookings/${id}`}>{code}</Link>,
    },
    { title: words.reference, cell: ({ reference }) => reference ?? '–' },
    { title: words.amount, isNumber: true, cell: ({ amount }) => money(amount) },
  ];
}
