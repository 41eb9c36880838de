import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { w } from '../words.ts';
import { Options, isOneOf } from '../parts/options.tsx';
import type { Paging } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import type { Column } from '../parts/table.tsx';
import type { Filters } from '../parts/url-state.ts';

type Statement = Schemas['ListedStatement'];

/** The status filter of statements; undefined means all. */
export const statusIn = ({ status = '' }: Filters): { readonly status?: Statement['status'] } =>
  isOneOf(w.value.statements.statuses, status) ? { status } : {};

export const StatusFilter = ({
  filters,
  change,
}: {
  readonly filters: Filters;
  readonly change: (changes: Filters) => void;
}) => (
  <Select
    label={w.value.statements.status}
    value={statusIn(filters).status ?? ''}
    onValue={(status) => change({ status })}
  >
    <Options of={w.value.statements.statuses} />
  </Select>
);

/** Lists statements, newest first. `page` is the address of a statement's page, without the id. */
export const StatementList = ({
  of: statements,
  page,
  withCompany = false,
}: {
  readonly of: Paging<Statement>;
  readonly page: string;
  readonly withCompany?: boolean;
}) => {
  const words = w.value.statements;
  return (
    <PagedTable
      of={statements}
      label={words.title}
      columns={columns(page, withCompany)}
      empty={words.none}
      hint={words.noneText}
    />
  );
};

export const StatementState = ({ of: { status } }: { readonly of: Pick<Statement, 'status'> }) => (
  <span class={`badge ${status === 'PAID' ? 'good' : 'wait'}`}>{w.value.statements.statuses[status]}</span>
);

function columns(page: string, withCompany: boolean): readonly Column<Statement>[] {
  const words = w.value.statements;
  const company: Column<Statement> = {
    title: w.value.admin.common.company,
    cell: ({ operator }) => operator.company_name,
  };
  return [
    { title: words.number, cell: ({ id, number }) => <Link page={`${page}/${id}`}>{number}</Link> },
    ...(withCompany ? [company] : []),
    {
      title: words.period,
      cell: ({ from, until }) => words.fromTo(bothCalendars(from), bothCalendars(until)),
    },
    { title: words.total, isNumber: true, cell: ({ total }) => money(total) },
    { title: words.status, cell: (statement) => <StatementState of={statement} /> },
  ];
}
