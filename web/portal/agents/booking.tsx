import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { digits, percent } from '../../words/digits.ts';
import { ChangePanel, changesOf } from './change-panel.tsx';
import { ChangedTo } from '../bookings/changed-to.tsx';
import { Seats } from '../bookings/seats.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import '../bookings/booking.css';
import { Facts } from '../parts/facts.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { TicketOfAgent } from './ticket.tsx';

type Booking = Schemas['AgentBooking'];

const TICKETED: readonly Booking['booking_status'][] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

/** The page of one of the agent's bookings, with its ticket. */
export function AgentBookingPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/agent/bookings/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(booking) => <Shown key={booking.id} booking={booking} again={asked.again} />}
    </Asked>
  );
}

function Shown({ booking, again }: { readonly booking: Booking; readonly again: () => Promise<void> }) {
  const words = w.value.bookings;
  const isCancelling = useSignal(false);
  const isChanging = useSignal(false);
  // An open dialog is open again after a reload and after signing in again.
  useKeptFields(`agency-booking-${booking.id}`, 'open dialog', { isCancelling, isChanging }, 'dialog');
  const { booking_status: status, trip, contact, cancelled_at, cancelled_by, cancel_reason } = booking;
  const kinds = changesOf(booking);
  const mayCancel = status === 'CONFIRMED' || status === 'CHECKED_IN';
  return (
    <>
      <PageTitle small={`${routeBetween(trip.source_city, trip.destination_city)}, ${dayAndTime(trip.departure_time)}`}>
        {booking.booking_code}
      </PageTitle>
      <StatusBadge of={booking} />
      <div class="row booking-actions">
        {TICKETED.includes(status) && <TicketOfAgent booking={booking} />}
        {kinds.length > 0 && (
          <button type="button" aria-expanded={isChanging.value} onClick={() => (isChanging.value = !isChanging.value)}>
            {w.value.changing.change}
          </button>
        )}
        {mayCancel && (
          <button type="button" onClick={() => (isCancelling.value = true)}>
            {words.cancel}
          </button>
        )}
      </div>
      {isChanging.value && kinds.length > 0 && (
        <ChangePanel
          booking={booking}
          onClose={() => (isChanging.value = false)}
          onChanged={() => {
            isChanging.value = false;
            return again();
          }}
        />
      )}
      <section class="card">
        <h2>{words.contact}</h2>
        {contact && (
          <p>
            <strong>{contact.name}</strong> · <a href={`tel:${contact.phone}`}>{contact.phone}</a>
            {contact.email && (
              <>
                {' · '}
                <a href={`mailto:${contact.email}`}>{contact.email}</a>
              </>
            )}
          </p>
        )}
        <p class="faint">
          {w.value.agency.bookings.soldBy(booking.sold_by)} · {dayAndTime(booking.booked_at)}
        </p>
        <ChangedTo booking={booking} page="/portal/agency/bookings" />
        {cancelled_at !== null && !booking.changed_to && (
          <p class="notice bad">
            {[
              cancelled_by === null ? words.statuses.CANCELLED : words.cancelledBy[cancelled_by],
              dayAndTime(cancelled_at),
            ]
              .concat(cancel_reason ?? [])
              .join(' · ')}
          </p>
        )}
      </section>
      <Seats booking={booking} />
      <Money booking={booking} />
      {isCancelling.value && mayCancel && (
        <Cancel booking={booking} onClose={() => (isCancelling.value = false)} onCancelled={again} />
      )}
    </>
  );
}

function Money({ booking }: { readonly booking: Booking }) {
  const words = w.value.agency.bookings;
  const { reference, total_amount, agent_rate, agent_commission, net_amount, cancellation_fee_amount } = booking;
  return (
    <section class="card">
      <h2>{words.money}</h2>
      <Facts
        of={{
          [words.reference]: reference,
          [words.total]: money(total_amount),
          [words.commission(digits(agent_rate))]: money(agent_commission),
          [words.fee]: cancellation_fee_amount === null ? null : money(cancellation_fee_amount),
          [words.net]: money(net_amount),
        }}
      />
    </section>
  );
}

/** The dialog that cancels a booking. It first says what cancelling costs, and what the agent gets back. */
function Cancel({
  booking: { id, booking_code, least_cancel_percent: least },
  onClose,
  onCancelled,
}: {
  readonly booking: Booking;
  readonly onClose: () => void;
  readonly onCancelled: () => Promise<void>;
}) {
  const words = w.value.agency.bookings;
  const { cancelTitle, cancelIt, keepIt, leastCancel } = w.value.bookings;
  const sending = useSending();
  const sendOnce = useSendOnce();
  const path = { id };
  const quote = useAsked((signal) => api.get('/api/agent/bookings/{id}/cancellation-quote', { path, signal }), [id]);
  const cancel = async (): Promise<void> => {
    const { credited } = await sendOnce(id, (key) =>
      api.post('/api/agent/bookings/{id}/cancel', { path, body: {}, key }),
    );
    onClose();
    toast(words.cancelled(money(credited)));
    await onCancelled();
  };
  return (
    <Dialog title={cancelTitle(booking_code)} onClose={onClose}>
      <Asked of={quote}>
        {({ fee, refund, credited }) => (
          <>
            <p>
              <strong>{words.quoted(money(refund), money(fee))}</strong>
            </p>
            <p>{words.credited(money(credited))}</p>
            {least > 0 && <p>{leastCancel(percent(least))}</p>}
            <Refused sentence={sending.sentence} />
            <div class="row">
              <button
                type="button"
                class="main"
                aria-busy={sending.isBusy.value}
                onClick={() => void sending.send(cancel)}
              >
                {cancelIt}
              </button>
              <button type="button" onClick={onClose}>
                {keepIt}
              </button>
            </div>
          </>
        )}
      </Asked>
    </Dialog>
  );
}
