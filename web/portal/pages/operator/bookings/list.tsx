import type { Schemas } from '../../../../api/operations.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Field } from '../../../../parts/field.tsx';
import { Link } from '../../../../parts/link.tsx';
import { money } from '../../../../parts/money.ts';
import { dayAndTime } from '../../../../parts/moment.ts';
import { PageTitle } from '../../../../parts/page.tsx';
import { Select } from '../../../../parts/select.tsx';
import { Paged, usePaged } from '../../../parts/paged.tsx';
import { routeBetween } from '../../../parts/route-of.ts';
import { SearchField } from '../../../parts/search-field.tsx';
import { Table } from '../../../parts/table.tsx';
import type { Column } from '../../../parts/table.tsx';
import { useUrlState } from '../../../parts/url-state.ts';
import type { Filters } from '../../../parts/url-state.ts';
import { api } from '../../../session.ts';
import { w } from '../../../words.ts';
import { StatusBadge } from './status-badge.tsx';

type Booking = Schemas['OfficeBooking'];
type Status = Booking['booking_status'];

/** The bookings of the company, to be found by code, name or phone. */
export function BookingsPage() {
  const words = w.value.bookings;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const bookings = usePaged(
    (cursor, signal) =>
      api.get('/api/operator/bookings', { query: { ...asked, ...cursor }, ...(signal && { signal }) }),
    [JSON.stringify(asked)],
  );
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <SearchField label={words.search} value={filters['q'] ?? ''} onValue={(q) => change({ q })} />
      <div class="filters">
        <Select label={words.status} value={asked.status ?? ''} onValue={(status) => change({ status })}>
          <option value="">{words.any}</option>
          {statuses().map((status) => (
            <option key={status} value={status} selected={status === asked.status}>
              {words.statuses[status]}
            </option>
          ))}
        </Select>
        <Field
          label={words.from}
          type="date"
          required={false}
          value={asked.from ?? ''}
          onValue={(from) => change({ from })}
        />
        <Field
          label={words.to}
          type="date"
          required={false}
          min={asked.from ?? ''}
          value={asked.to ?? ''}
          onValue={(to) => change({ to })}
        />
      </div>
      <Paged
        of={bookings}
        empty={
          <Empty title={words.empty}>
            <p>{words.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => <Table label={words.title} rows={rows} keyOf={({ id }) => id} columns={columns()} />}
      </Paged>
    </>
  );
}

const statuses = (): readonly Status[] => Object.keys(w.value.bookings.statuses) as Status[];

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

function queryOf({ q, status, from, to }: Filters) {
  return {
    ...(q && { q }),
    ...(statuses().includes(status as Status) && { status: status as Status }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && !(isDay(from) && to < from) && { to }),
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
    { title: words.status, cell: ({ booking_status }) => <StatusBadge status={booking_status} /> },
  ];
}

const seatsOf = ({ seats, seats_count }: Booking): string =>
  seats.length > 0 ? seats.map(({ seat_number }) => seat_number).join(', ') : w.value.trip.places(seats_count);
