import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import { Link } from '../../parts/link.tsx';
import { Select } from '../../parts/select.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import type { Column } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { busTypeName } from './bus-type.tsx';
import { w } from '../words.ts';
import { Approval, PapersState, Service } from './states.tsx';
import { OnlyCompany, companyIn } from '../parts/company-filter.tsx';

/** The page that lists the buses of all companies. */
export function AllBusesPage() {
  const words = w.value.buses;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const buses = usePaged(asked, (options) => api.get('/api/admin/buses', options));
  return (
    <ListPage
      title={words.title}
      only={<OnlyCompany filters={filters} change={change} />}
      search={words.search}
      state={[filters, change]}
      set={[asked.approval_status, asked.status]}
      of={buses}
      columns={columns()}
      empty={words.nothingFound}
    >
      <Select label={words.approval} value={asked.approval_status ?? ''} onValue={(approval) => change({ approval })}>
        <Options of={words.approvals} />
      </Select>
      <Select label={words.service} value={asked.status ?? ''} onValue={(service) => change({ service })}>
        <Options of={words.services} />
      </Select>
    </ListPage>
  );
}

function queryOf(filters: Filters) {
  const { q, approval = '', service = '' } = filters;
  return {
    ...companyIn(filters),
    ...(q && { q }),
    ...(isOneOf(w.value.buses.approvals, approval) && { approval_status: approval }),
    ...(isOneOf(w.value.buses.services, service) && { status: service }),
  };
}

function columns(): readonly Column<Schemas['Bus']>[] {
  const words = w.value.buses;
  return [
    {
      title: words.registration,
      cell: ({ id, registration_no }) => (
        <Link page={`/portal/admin/buses/${id}`} class="number">
          {registration_no}
        </Link>
      ),
    },
    { title: words.name, cell: ({ bus_name, bus_type }) => `${bus_name} · ${busTypeName(bus_type)}` },
    {
      title: w.value.admin.common.company,
      cell: ({ operator }) => <Link page={`/portal/admin/companies/${operator.id}`}>{operator.company_name}</Link>,
    },
    { title: words.seats, isNumber: true, cell: ({ total_seats }) => digits(total_seats) },
    { title: words.approval, cell: (bus) => <Approval of={bus} /> },
    { title: words.service, cell: (bus) => <Service of={bus} /> },
    { title: words.papers, cell: (bus) => <PapersState of={bus} /> },
  ];
}
