import type { Schemas } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { dayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import type { Column } from '../parts/table.tsx';
import type { Trip } from '../parts/trip/use-trip.ts';
import { api, may } from '../session.ts';
import { w as sales } from '../../words/sales.ts';
import { w } from '../words.ts';

type Booking = Schemas['OfficeBooking'];

/** Shows a trip's money: the totals, for managers; and each booking with its price and how it was paid. */
export function TripMoney({ trip }: { readonly trip: Trip }) {
  const bookings = usePaged(
    { schedule_id: trip.id },
    (options) => api.get('/api/operator/bookings', options),
    // Reloads the bookings after each sale and cancellation, which change these figures of the trip.
    [trip.gross, trip.seats.sold],
  );
  return (
    <>
      {may('MANAGER') && <Sums trip={trip} />}
      <PagedTable of={bookings} label={w.value.trip.bookings} columns={columns()} empty={w.value.trip.nobody} />
    </>
  );
}

function Sums({ trip }: { readonly trip: Trip }) {
  const words = sales.value;
  const day = dayOf(trip.departure_time);
  const report = useAsked(
    (signal) => api.get('/api/operator/reports/sales', { query: { from: day, to: day, by: 'trip' as const }, signal }),
    [trip.gross, trip.seats.sold],
  );
  const state = report.state.value;
  const row = state.is === 'here' ? state.value.rows.find(({ key }) => key === String(trip.id)) : undefined;
  const figures: readonly (readonly [string, number | undefined])[] = [
    [words.gross, row?.gross],
    [words.refunds, row?.refunds],
    [words.commission, row?.commission],
    [words.earning, row?.earning],
  ];
  return (
    <dl class="figures card">
      {figures.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{state.is === 'here' ? money(amount ?? 0) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function columns(): readonly Column<Booking>[] {
  const words = w.value.bookings;
  return [
    { title: words.code, cell: ({ id, booking_code: code }) => <Link page={`/portal/bookings/${id}`}>{code}</Link> },
    { title: words.who, cell: ({ contact: { name } }) => name },
    {
      title: words.seatsOf,
      cell: ({ seats, seats_count: count }) =>
        seats.length > 0 ? seats.map(({ seat_number: seat }) => seat).join(', ') : w.value.trip.places(count),
    },
    { title: w.value.manifest.soldBy, cell: ({ sold_by: seller }) => seller ?? w.value.trip.online },
    { title: w.value.counter.paidBy, cell: paidBy },
    { title: words.total, isNumber: true, cell: ({ total_amount: total }) => money(total) },
    { title: words.status, cell: (booking) => <StatusBadge of={booking} /> },
  ];
}

/** How a booking was paid, such as cash or a gateway. Leaves out payments whose money never arrived. */
function paidBy({ payments }: Booking): string {
  const { gateways } = w.value.bookings;
  const paid = payments.filter(({ status }) => status === 'COMPLETE' || status.endsWith('_REFUND'));
  return [...new Set(paid.map(({ gateway }) => gateways[gateway] ?? gateway))].join(', ') || '–';
}
