import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { SearchField } from '../parts/search-field.tsx';
import { searched } from '../parts/searched.ts';
import type { Column } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Booking = Schemas['AgentBooking'];

/** The page of the agent's bookings, searchable by code, name, phone and reference. */
export function AgentBookingsPage() {
  const words = w.value.bookings;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const bookings = usePaged(asked, (options) => api.get('/api/agent/bookings', options));
  return (
    <ListPage
      title={words.title}
      search={words.search}
      state={[filters, change]}
      set={[asked.reference, asked.booking_status]}
      of={bookings}
      columns={columns()}
      empty={words.empty}
      hint={words.emptyText}
    >
      <SearchField
        label={w.value.agency.bookings.reference}
        isLandmark={false}
        value={filters['reference'] ?? ''}
        onValue={(reference) => change({ reference })}
      />
      <Select
        label={words.status}
        value={asked.booking_status ?? ''}
        onValue={(booking_status) => change({ booking_status })}
      >
        <Options of={words.statuses} />
      </Select>
    </ListPage>
  );
}

function queryOf({ q, reference, booking_status: status = '' }: Filters) {
  return {
    ...(q && { q: searched(q) }),
    ...(reference && { reference }),
    ...(isOneOf(w.value.bookings.statuses, status) && { booking_status: status }),
  };
}

function columns(): readonly Column<Booking>[] {
  const words = w.value.bookings;
  return [
    {
      title: words.code,
      cell: ({ id, booking_code }) => <Link page={`/portal/agency/bookings/${id}`}>{booking_code}</Link>,
    },
    { title: w.value.agency.bookings.reference, cell: ({ reference }) => reference },
    {
      title: words.who,
      cell: ({ contact }) => (
        <div>
          {contact?.name ?? '–'}
          {contact && <span class="faint"> · {contact.phone}</span>}
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
    {
      title: words.seatsOf,
      cell: ({ seats, seats_count }) =>
        seats.map(({ seat_number }) => seat_number).join(', ') || w.value.trip.places(seats_count),
    },
    { title: words.total, isNumber: true, cell: ({ total_amount }) => money(total_amount) },
    { title: words.status, cell: (booking) => <StatusBadge of={booking} /> },
  ];
}
