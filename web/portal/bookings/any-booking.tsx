import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { money } from '../../parts/money.ts';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAndTime, dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { CancelBooking } from '../changes/cancel-booking.tsx';
import { Facts } from '../parts/facts.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Seats } from './seats.tsx';
import { ChangedTo } from './changed-to.tsx';
import { StatusBadge } from './status-badge.tsx';
import { EveryRupee } from '../ledger/every-rupee.tsx';
import { Payments } from '../payments/booking-payments.tsx';

type Booking = Schemas['AdminBooking'];

const ACTIVE: readonly Booking['booking_status'][] = ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN'];

/** The administrators' page of a booking of any company, with all its ledger rows. */
export function AnyBookingPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/admin/bookings/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(booking) => <Shown booking={booking} onChanged={asked.again} />}
    </Asked>
  );
}

function Shown({ booking, onChanged }: { readonly booking: Booking; readonly onChanged: () => Promise<void> }) {
  const words = w.value.bookings;
  const isCancelling = useSignal(false);
  const { id, booking_status: status, trip, refunds } = booking;
  return (
    <>
      <PageTitle small={`${routeBetween(trip.source_city, trip.destination_city)}, ${dayAndTime(trip.departure_time)}`}>
        {booking.booking_code}
      </PageTitle>
      <div class="row apart booking-state">
        <StatusBadge of={booking} />
        {ACTIVE.includes(status) && (
          <button type="button" onClick={() => (isCancelling.value = true)}>
            {words.cancel}
          </button>
        )}
      </div>
      <About booking={booking} />
      <Seats booking={booking} />
      <Payments booking={booking} onChanged={onChanged} />
      {refunds.length > 0 && <Refunds of={refunds} />}
      <EveryRupee
        id={id}
        // Reloads the ledger rows after a change of status, refunds or payments, because such changes move money.
        key={`${status} ${JSON.stringify(refunds)} ${JSON.stringify(booking.payments)}`}
      />
      {isCancelling.value && (
        <CancelBooking
          booking={booking}
          send={(wish) => api.post('/api/admin/bookings/{id}/cancel', wish)}
          onClose={() => (isCancelling.value = false)}
          onCancelled={() => {
            isCancelling.value = false;
            void onChanged();
          }}
        />
      )}
    </>
  );
}

function About({ booking }: { readonly booking: Booking }) {
  const words = w.value.bookings;
  const { contact, operator, user, trip, sold_by } = booking;
  return (
    <section class="card">
      <h2>{words.contact}</h2>
      <Facts
        of={{
          [words.who]: contact.name,
          [w.value.admin.common.phone]: contact.phone && <a href={`tel:${contact.phone}`}>{contact.phone}</a>,
          [w.value.admin.common.email]: contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>,
          [w.value.admin.bookings.company]: (
            <Link page={`/portal/admin/companies/${operator.id}`}>{operator.company_name}</Link>
          ),
          [w.value.admin.bookings.booked]:
            sold_by === null && user !== null ? (
              <Link page={`/portal/admin/users/${user.id}`}>{user.email ?? `#${user.id}`}</Link>
            ) : (
              words.soldBy(sold_by ?? '')
            ),
          [w.value.admin.bookings.bookedOn]: dayAndTime(booking.booked_at),
          [words.trip]: `${trip.bus_name} · ${trip.registration_no}`,
        }}
      />
      <ChangedTo booking={booking} page="/portal/admin/bookings" />
      {booking.cancelled_at !== null && !booking.changed_to && (
        <p class="notice bad">
          {booking.cancelled_by === 'OPERATOR'
            ? w.value.admin.refunds.why.OPERATOR_CANCELLATION
            : booking.cancelled_by === null
              ? words.statuses.CANCELLED
              : words.cancelledBy[booking.cancelled_by]}{' '}
          · {dayAndTime(booking.cancelled_at)}
          {booking.cancel_reason && ` · ${booking.cancel_reason}`}
        </p>
      )}
    </section>
  );
}

const Refunds = ({ of: refunds }: { readonly of: Booking['refunds'] }) => {
  const words = w.value.admin.refunds;
  return (
    <section class="card">
      <h2>{w.value.bookings.refunds}</h2>
      <ul>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <strong>{money(refund.amount)}</strong>, {words.why[refund.reason]}:{' '}
            {w.value.bookings.refundStatuses[refund.status]} ·{' '}
            {refund.paid_at === null
              ? words.dueOn(bothCalendars(dayOf(refund.due_at)))
              : words.paidOn(dayAndTime(refund.paid_at))}
            {refund.reference && <span class="faint"> · {refund.reference}</span>}
          </li>
        ))}
      </ul>
      <Link page="/portal/admin/refunds">{w.value.admin.bookings.atDesk}</Link>
    </section>
  );
};
