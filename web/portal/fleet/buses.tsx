import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api, may } from '../session.ts';
import { busTypeName } from './bus-type.tsx';
import { w } from '../words.ts';
import { Approval, PapersState, Service } from './states.tsx';

type Bus = Schemas['Bus'];

const columns = (): readonly Column<Bus>[] => {
  const words = w.value.buses;
  return [
    { title: words.name, cell: ({ id, bus_name }) => <Link page={`/portal/buses/${id}`}>{bus_name}</Link> },
    { title: words.registration, cell: ({ registration_no }) => <span class="number">{registration_no}</span> },
    { title: words.type, cell: ({ bus_type }) => busTypeName(bus_type) },
    { title: words.seats, cell: ({ total_seats }) => digits(total_seats), isNumber: true },
    { title: words.approval, cell: (bus) => <Approval of={bus} /> },
    { title: words.papers, cell: (bus) => <PapersState of={bus} /> },
    { title: words.service, cell: (bus) => <Service of={bus} /> },
  ];
};

/** The page that lists the company's buses. */
export function BusesPage() {
  const [{ q = '', approval_status = '', status = '' }, change] = useUrlState();
  const { route } = useLocation();
  const filters = {
    ...(q !== '' && { q }),
    ...(isOneOf(w.value.buses.approvals, approval_status) && { approval_status }),
    ...(isOneOf(w.value.buses.services, status) && { status }),
  };
  const paging = usePaged(filters, (options) => api.get('/api/operator/buses', options));
  const words = w.value.buses;
  const newBus = may('MANAGER') && (
    <button type="button" class="main" onClick={() => route(to('/portal/buses/new'))}>
      {words.newBus}
    </button>
  );
  return (
    <>
      <div class="row apart">
        <PageTitle>{words.title}</PageTitle>
        {newBus}
      </div>
      <SearchField label={words.search} value={q} onValue={(value) => change({ q: value })} />
      <ListFilters set={[filters.approval_status, filters.status].filter(Boolean).length}>
        <Select label={words.approval} value={approval_status} onValue={(value) => change({ approval_status: value })}>
          <Options of={words.approvals} />
        </Select>
        <Select label={words.service} value={status} onValue={(value) => change({ status: value })}>
          <Options of={words.services} />
        </Select>
      </ListFilters>
      <Paged
        of={paging}
        empty={
          Object.keys(filters).length > 0 ? (
            <Empty title={words.nothingFound} />
          ) : (
            <Empty title={words.none}>
              <p>{words.noneText}</p>
            </Empty>
          )
        }
      >
        {(rows) => (
          <div class="card">
            <Table label={words.title} columns={columns()} rows={rows} keyOf={({ id }) => id} />
          </div>
        )}
      </Paged>
    </>
  );
}
