import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import { Link } from '../../parts/link.tsx';
import { Select } from '../../parts/select.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import type { Column } from '../parts/table.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { rateOf } from './rate.ts';

type Company = Schemas['ListedCompany'];

/** The page of all bus companies. */
export function CompaniesPage() {
  const words = w.value.admin.companies;
  const [filters, change] = useUrlState();
  const { q, status = '' } = filters;
  const asked = { ...(q && { q }), ...(isOneOf(words.statuses, status) && { status }) };
  const companies = usePaged(asked, (options) => api.get('/api/admin/operators', options));
  return (
    <ListPage
      title={words.title}
      beside={
        <Link page="/portal/admin/cities" class="button">
          {words.cities}
        </Link>
      }
      search={words.search}
      state={[filters, change]}
      set={[asked.status]}
      of={companies}
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
  );
}

export const CompanyState = ({ of: { status } }: { readonly of: Pick<Company, 'status'> }) => (
  <span class={`badge ${status === 'ACTIVE' ? 'good' : 'bad'}`}>{w.value.admin.companies.statuses[status]}</span>
);

function columns(): readonly Column<Company>[] {
  const words = w.value.admin.companies;
  return [
    {
      title: w.value.admin.common.company,
      cell: ({ id, company_name }) => <Link page={`/portal/admin/companies/${id}`}>{company_name}</Link>,
    },
    { title: words.owners, cell: ({ owners }) => owners.map(({ full_name }) => full_name).join(', ') || '–' },
    { title: words.buses, isNumber: true, cell: ({ buses }) => digits(buses) },
    { title: words.staff, isNumber: true, cell: ({ staff }) => digits(staff) },
    { title: words.commission, cell: rateOf },
    { title: w.value.admin.common.status, cell: (company) => <CompanyState of={company} /> },
  ];
}
