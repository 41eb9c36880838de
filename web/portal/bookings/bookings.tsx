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

type Booking = Schemas['OfficeBooking'];

/** The page of the company's bookings, searchable by code, name and phone. */
export function BookingsPage() {
  const words = w.value.bookings;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const bookings = usePaged(asked, (options) => api.get('/api/operator/bookings', options));
  return (
    <ListPage
      title={words.title}
      search={words.search}
      state={[filters, change]}
      set={[asked.status, asked.from, asked.to]}
      of={bookings}
      columns={columns()}
      empty={words.empty}
      hint={words.emptyText}
    >
      <Select label={words.status} value={asked.status ?? ''} onValue={(status) => change({ status })}>
        <Options of={words.statuses} />
      </Select>
      <DayFilters filters={filters} change={change} from={words.from} to={words.to} />
    </ListPage>
  );
}

function queryOf(filters: Filters) {
  const { q, status = '' } = filters;
  return {
    ...daysOf(filters),
    ...(q && { q: searched(q) }),
    ...(isOneOf(w.value.bookings.statuses, status) && { status }),
  };
}

function columns(): readonly Column<Booking>[] {
  const words = w.value.bookings;
  return [
    {
      title: words.code,
      cell: ({ id, booking_code }) => <Link page={`/portal/bookings/${id}`}>{booking_code}</Link>,
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
      cell: ({ trip }) => (
        <div>
          {routeBetween(trip.source_city, trip.destination_city)}
          <br />
          <span class="faint">{dayAndTime(trip.departure_time)}</span>
        </div>
      ),
    },
    { title: words.seatsOf, cell: seatsOf },
    { title: words.total, isNumber: true, cell: ({ total_amount }) => money(total_amount) },
    { title: words.status, cell: (booking) => <StatusBadge of={booking} /> },
  ];
}

const seatsOf = ({ seats, seats_count }: Booking): string =>
  seats.length > 0 ? seats.map(({ seat_number }) => seat_number).join(', ') : w.value.trip.places(seats_count);
