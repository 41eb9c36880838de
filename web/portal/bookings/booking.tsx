import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { UndoSale } from '../counter/undo-sale.tsx';
import { CancelBooking } from '../changes/cancel-booking.tsx';
import { ChangePanel, changesOf } from '../changes/of-booking/change-panel.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { Ledger } from '../ledger/booking-ledger.tsx';
import { PaidInVain } from '../parts/paid-in-vain.tsx';
import { Money } from './money.tsx';
import { RefundAccount } from '../refunds/refund-account.tsx';
import { Seats } from './seats.tsx';
import { ChangedTo } from './changed-to.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TicketButtons } from '../tickets/ticket-buttons.tsx';
import './booking.css';

type Booking = Schemas['OfficeBooking'];

const ACTIVE: readonly Booking['booking_status'][] = ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN'];
const TICKETED: readonly Booking['booking_status'][] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

/** The page of a booking: passengers, trip, payments and status. */
export function BookingPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/bookings/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(booking) => <Shown key={booking.id} booking={booking} onChanged={asked.set} />}
    </Asked>
  );
}

function Shown({ booking, onChanged }: { readonly booking: Booking; readonly onChanged: (to: Booking) => void }) {
  const words = w.value.bookings;
  const isCancelling = useSignal(false);
  const isChanging = useSignal(false);
  // An open dialog is open again after a reload and after signing in again.
  useKeptFields(`booking-${booking.id}`, 'open dialog', { isCancelling, isChanging }, 'dialog');
  const { booking_status: status, trip } = booking;
  const mayCancel = ACTIVE.includes(status) && may('MANAGER');
  // Shows the form for the refund account only for counter sales. For online bookings only the passenger enters the
  // account.
  const needsAccount =
    booking.sold_by !== null &&
    booking.refunds.some(
      ({ status: refund, reason, taken_over }) =>
        (refund === 'DUE' || refund === 'FAILED') && (taken_over || reason === 'GOODWILL'),
    );
  return (
    <>
      <PageTitle
        small={
          <Link page={`/portal/trips/${booking.schedule_id}`}>
            {`${routeBetween(trip.source_city, trip.destination_city)}, ${dayAndTime(trip.departure_time)}`}
          </Link>
        }
      >
        {booking.booking_code}
      </PageTitle>
      <StatusBadge of={booking} />
      <div class="row no-print booking-actions">
        {TICKETED.includes(status) && <TicketButtons booking={booking} />}
        {status === 'PENDING_PAYMENT' && booking.sold_by !== null && may('CLERK') && (
          <Link page={`/portal/bookings/${booking.id}/code`} class="button">
            {w.value.counter.showCode}
          </Link>
        )}
        {changesOf(booking).length > 0 && (
          <button type="button" aria-expanded={isChanging.value} onClick={() => (isChanging.value = !isChanging.value)}>
            {w.value.changing.change}
          </button>
        )}
        {may('CLERK') && <UndoSale booking={booking} onUndone={onChanged} />}
        {mayCancel && (
          <button type="button" onClick={() => (isCancelling.value = true)}>
            {words.cancel}
          </button>
        )}
      </div>
      {isChanging.value && changesOf(booking).length > 0 && (
        <ChangePanel
          booking={booking}
          onClose={() => (isChanging.value = false)}
          onChanged={(changed) => {
            isChanging.value = false;
            onChanged(changed);
          }}
        />
      )}
      <PaidInVain booking={booking} />
      <section class="card">
        <h2>{words.contact}</h2>
        <Facts booking={booking} />
      </section>
      <Seats booking={booking} />
      <Money booking={booking} />
      {needsAccount && may('CLERK') && <RefundAccount id={booking.id} />}
      {may('MANAGER') && <Ledger id={booking.id} key={status} />}
      {isCancelling.value && mayCancel && (
        <CancelBooking
          booking={booking}
          send={(wish) => api.post('/api/operator/bookings/{id}/cancel', wish)}
          onClose={() => (isCancelling.value = false)}
          onCancelled={(cancelled) => {
            isCancelling.value = false;
            onChanged(cancelled);
          }}
        />
      )}
    </>
  );
}

function Facts({ booking }: { readonly booking: Booking }) {
  const words = w.value.bookings;
  const { contact, sold_by, booked_at, cancelled_at, cancelled_by, cancel_reason } = booking;
  return (
    <>
      <p>
        <strong>{contact.name}</strong>
        {contact.phone && (
          <>
            {' · '}
            <a href={`tel:${contact.phone}`}>{contact.phone}</a>
          </>
        )}
        {contact.email && (
          <>
            {' · '}
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </>
        )}
      </p>
      <p class="faint">
        {sold_by === null ? words.online : words.soldBy(sold_by)} · {dayAndTime(booked_at)}
      </p>
      <ChangedTo booking={booking} page="/portal/bookings" />
      {cancelled_at !== null && !booking.changed_to && (
        <p class="notice bad">
          {cancelled_by === null ? words.statuses.CANCELLED : words.cancelledBy[cancelled_by]} ·{' '}
          {dayAndTime(cancelled_at)}
          {cancel_reason && ` · ${cancel_reason}`}
        </p>
      )}
    </>
  );
}
