import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { searched } from '../parts/searched.ts';
import type { Column } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { StatusBadge } from './status-badge.tsx';
import { OnlyCompany, companyIn } from '../parts/company-filter.tsx';

/** The page of the bookings of all companies. */
export function AllBookingsPage() {
  const words = w.value.bookings;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const bookings = usePaged(asked, (options) => api.get('/api/admin/bookings', options));
  return (
    <ListPage
      title={words.title}
      only={<OnlyCompany filters={filters} change={change} />}
      search={words.search}
      state={[filters, change]}
      set={[asked.booking_status, asked.from, asked.to]}
      of={bookings}
      columns={columns()}
      empty={words.empty}
      hint={words.emptyText}
    >
      <Select label={words.status} value={asked.booking_status ?? ''} onValue={(status) => change({ status })}>
        <Options of={words.statuses} />
      </Select>
      <DayFilters filters={filters} change={change} from={words.from} to={words.to} />
    </ListPage>
  );
}

function queryOf(filters: Filters) {
  const { q, status = '' } = filters;
  return {
    ...companyIn(filters),
    ...daysOf(filters),
    ...(q && { q: searched(q) }),
    ...(isOneOf(w.value.bookings.statuses, status) && { booking_status: status }),
  };
}

function columns(): readonly Column<Schemas['AdminBooking']>[] {
  const words = w.value.bookings;
  return [
    {
      title: words.code,
      cell: ({ id, booking_code }) => <Link page={`/portal/admin/bookings/${id}`}>{booking_code}</Link>,
    },
    {
      title: words.who,
      cell: ({ contact: { name, phone } }) => (
        <div>
          {name}
          {phone && <span class="faint"> · {phone}</span>}
        </div>
      ),
    },
    {
      title: words.trip,
      cell: ({ trip, operator }) => (
        <div>
          {routeBetween(trip.source_city, trip.destination_city)}, {dayAndTime(trip.departure_time)}
          <br />
          <span class="faint">{operator.company_name}</span>
        </div>
      ),
    },
    { title: words.total, isNumber: true, cell: ({ total_amount }) => money(total_amount) },
    { title: words.status, cell: (booking) => <StatusBadge of={booking} /> },
  ];
}
