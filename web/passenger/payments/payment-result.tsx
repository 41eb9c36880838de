import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { useKeptPage } from '../bookings/keep-page.ts';
import { gettingOnOf } from '../bookings/getting-on.tsx';
import { readBooking } from '../bookings/kept-tickets.ts';
import { TicketCard } from '../bookings/ticket-card.tsx';
import { placeName } from '../../words/places.ts';
import { outcomeOf } from './payment-outcome.ts';
import { useWatchedPayment } from './watch-payment.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

/** The page to which the gateway returns the browser: the result of the payment, and the next step. */
export function PaymentResult() {
  const { query } = useRoute();
  const named = /^[0-9]{1,10}$/.test(query['booking_id'] ?? '') ? Number(query['booking_id']) : undefined;
  // Some gateways return without naming the booking. The page then shows the booking that the user last wanted to pay.
  const found = useAsked(
    async (signal) =>
      named === undefined && query['success'] !== 'true' && session.user.value ? unpaidBooking(signal) : undefined,
    [named, session.user.value?.id],
  );
  const unpaid = found.state.value.is === 'here' ? found.state.value.value : undefined;
  const bookingId = named ?? unpaid;
  const asked = useAsked(
    async (signal) =>
      bookingId !== undefined && session.user.value ? await readBooking(bookingId, signal) : undefined,
    [bookingId, session.user.value?.id],
  );
  const state = asked.state.value;
  const seen = state.is === 'here' ? state.value : undefined;
  const told = outcomeOf(query, seen?.booking);
  const outcome = unpaid !== undefined && (told === 'none' || told === 'unknown') ? 'notPaid' : told;
  useKeptPage(bookingId, seen?.token, () => import('../bookings/booking.tsx'));

  const isOpen = outcome === 'checking' || outcome === 'pending';
  useWatchedPayment(bookingId ?? 0, isOpen && seen !== undefined, {
    onChecked: ({ booking_status: status }) => {
      if (status !== seen?.booking.booking_status) void asked.again();
    },
    onNoPayment: () => void asked.again(),
  });

  const words = w.value.payment;
  const { title, text, look, mark } = {
    booked: { title: words.booked, text: words.bookedText, look: 'good', mark: '✓' },
    notPaid: { title: words.notPaid, text: words.notPaidText, look: 'wait', mark: '!' },
    pending: { title: words.notPaid, text: words.pendingText, look: 'wait', mark: '…' },
    checking: { title: words.notPaid, text: words.checkingText, look: 'wait', mark: '…' },
    late: { title: words.moneyBack, text: words.lateText, look: 'wait', mark: '↩' },
    twice: { title: words.moneyBack, text: words.twiceText, look: 'good', mark: '✓' },
    changed: { title: words.changed, text: words.changedText, look: '', mark: '→' },
    refunded: { title: words.moneyBack, text: words.refundedText, look: 'wait', mark: '↩' },
    unknown: { title: words.notPaid, text: words.unknownText, look: 'bad', mark: '?' },
    none: { title: words.nothing, text: words.nothingText, look: 'wait', mark: '?' },
  }[outcome];

  return (
    <div class="narrow">
      <div class={`payment-mark ${look}`} aria-hidden="true">
        {mark}
      </div>
      <PageTitle>{title}</PageTitle>
      <p role="status">
        {text} {outcome === 'booked' && alsoSent()}
      </p>
      {seen && outcome === 'notPaid' && <Unpaid booking={seen.booking} />}
      {outcome === 'notPaid' && <p class="faint">{words.leftAccount}</p>}
      <p class="row">
        {bookingId !== undefined && outcome === 'booked' && (
          <Link page={`/bookings/${bookingId}`} class="button main">
            {words.ticket}
          </Link>
        )}
        {bookingId !== undefined && (outcome === 'notPaid' || outcome === 'pending') && (
          <Link page={`/pay/${bookingId}`} whole class="button main">
            {words.tryAgain}
          </Link>
        )}
        {seen?.booking.changed_to && outcome === 'changed' && (
          <Link page={`/bookings/${seen.booking.changed_to.id}`} class="button main">
            {words.newBooking}
          </Link>
        )}
        {bookingId !== undefined && ['late', 'twice', 'refunded'].includes(outcome) && (
          <Link page={`/bookings/${bookingId}`} class="button main">
            {words.refund}
          </Link>
        )}
        {outcome === 'late' && (
          <Link page="/" class="button">
            {words.searchAgain}
          </Link>
        )}
        <Link page="/bookings" class="button">
          {words.yourBookings}
        </Link>
      </p>
      {seen && outcome === 'booked' && <TicketCard booking={seen.booking} token={seen.token} />}
    </div>
  );
}

/** The journey and the price of a booking that is not paid. */
function Unpaid({ booking: { trip, amount_due, ...booking } }: { readonly booking: Schemas['Booking'] }) {
  const { name, at } = gettingOnOf(booking.getting_on, trip);
  return (
    <div class="card">
      <p>
        <strong>{w.value.bookings.route(placeName(trip.source_city), placeName(trip.destination_city))}</strong>
      </p>
      <p>
        <span class="number">{timeOf(at)}</span> {placeName(name)}, {bothCalendars(dayOf(at))}
      </p>
      <p class="number">
        <strong>{money(amount_due)}</strong>
      </p>
    </div>
  );
}

/** The newest booking that the user can still pay; undefined if there is none. */
async function unpaidBooking(signal: AbortSignal): Promise<number | undefined> {
  const bookings = await api.get('/api/bookings', { signal });
  return bookings.find(
    ({ booking_status: status, payment_deadline: deadline, trip }) =>
      status === 'PENDING_PAYMENT' && trip.status === 'ACTIVE' && Date.parse(deadline) > serviceNow(),
  )?.id;
}

/** A sentence that says whether the ticket is also sent by text message or by e-mail. Empty if nobody is signed in. */
function alsoSent(): string {
  const user = session.user.value;
  if (!user) return '';
  return user.email === null ? w.value.payment.ticketBySms : w.value.payment.ticketByMail;
}
