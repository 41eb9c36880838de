import { useSignal } from '@preact/signals';
import { useCallback, useMemo } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { momentHere } from '../../api/service-clock.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { goToGateway } from '../parts/go-to-gateway.ts';
import { changeSum } from '../parts/change-sum.ts';
import { PayWith } from '../parts/pay-with.tsx';
import { isOffline, useSendAgainOnline } from '../parts/send-again-online.ts';
import { useWaysToPay } from '../parts/ways-to-pay.ts';
import { TimeLeft } from '../parts/time-left.tsx';
import { useReturn } from '../parts/use-return.ts';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { GettingOn, gettingOffOf, gettingOnOf, riddenOf } from '../bookings/getting-on.tsx';
import '../bookings/booking.css';
import '../seats/buying.css';
import { placeName } from '../../words/places.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

type Booking = Schemas['Booking'];

/** The page of a booking that awaits payment. */
export function Pay() {
  const id = Number(useRoute().params['booking']);
  if (session.user.value) return <OwnPay key={session.user.value.id} id={id} />;
  return (
    <div class="narrow">
      <PageTitle small={w.value.buying.signInFirst}>{w.value.buying.payTitle}</PageTitle>
      <SignInHere onSignedIn={() => undefined} />
    </div>
  );
}

function OwnPay({ id }: { readonly id: number }) {
  const asked = useAsked((signal) => api.get('/api/bookings/{id}', { path: { id }, signal }), [id]);
  /**
   * True after the payment deadline. The service ends the booking a little later; until then the page must not accept
   * payments.
   */
  const isOver = useSignal(false);
  useReturn(useCallback(() => void asked.again(), []));
  return (
    <div class="narrow">
      <Asked
        of={asked}
        isPage
        skeleton={
          <>
            <PageTitle>{w.value.buying.payTitle}</PageTitle>
            <Skeleton lines={5} />
          </>
        }
      >
        {(booking) =>
          booking.booking_status === 'PENDING_PAYMENT' && !isOver.value ? (
            <Waiting booking={booking} again={asked.again} onOver={() => (isOver.value = true)} />
          ) : (
            <Done booking={booking} status={isOver.value ? 'EXPIRED' : booking.booking_status} />
          )
        }
      </Asked>
    </div>
  );
}

function Waiting({
  booking,
  again,
  onOver,
}: {
  readonly booking: Booking;
  readonly again: () => Promise<void>;
  readonly onOver: () => void;
}) {
  const words = w.value.buying;
  const sending = useSending();
  const until = useMemo(() => momentHere(booking.payment_deadline), [booking.payment_deadline]);
  const ways = useWaysToPay(booking.amount_due);
  const pay = useSendAgainOnline(sending, async (): Promise<void> => {
    try {
      await goToGateway(booking.id, ways.chosen.value);
    } catch (error) {
      // Reloads the booking, which may meanwhile be paid or have ended. The page then says so.
      if (!isOffline(error)) await again();
      throw error;
    }
  });
  return (
    <>
      <PageTitle small={booking.changed_from ? words.payChangeHint : words.payHint}>
        {booking.changed_from ? words.payChangeTitle : words.payTitle}
      </PageTitle>
      <TimeLeft until={until} onOver={onOver} />
      <Due booking={booking} />
      <Form sending={sending} onSend={pay}>
        <PayWith ways={ways} amount={booking.amount_due} sending={sending} />
      </Form>
    </>
  );
}

/** A short summary of the booking to pay. On a phone, the ways to pay are in sight below it. */
function Due({ booking: { trip, seats, ...booking } }: { readonly booking: Booking }) {
  const words = w.value.bookings;
  const off = gettingOffOf(booking.getting_off, trip);
  return (
    <div class="card due">
      <p>
        <strong>{words.route(placeName(trip.source_city), placeName(trip.destination_city))}</strong>
      </p>
      <GettingOn place={gettingOnOf(booking.getting_on, trip)} city={trip.source_city} ridden={riddenOf(booking)} />
      <p class="faint">
        {words.gettingOff}: {off.at !== null && <span class="number">{timeOf(off.at)}</span>} {placeName(off.name)}
      </p>
      <p class="faint">
        {trip.company_name} · {trip.bus_name} · <span class="number">{booking.booking_code}</span>
      </p>
      {seats.length > 0 ? (
        <ul class="plain-list" aria-label={words.passengers}>
          {seats.map(({ seat_number: number, passenger_name: name }) => (
            <li key={number}>
              <strong>{words.seat(number)}</strong> {name}
            </li>
          ))}
        </ul>
      ) : (
        <p>{words.places(booking.seats_count)}</p>
      )}
      {booking.changed_from && <p>{changeSum(booking.changed_from, booking)}</p>}
      <p class="row apart">
        <span>{w.value.buying.toPay}</span>
        <strong class="sum number">{money(booking.amount_due)}</strong>
      </p>
    </div>
  );
}

/** Shown when the booking needs no payment, because it is paid or has ended. */
function Done({
  booking: { id, changed_to: changedTo },
  status,
}: {
  readonly booking: Booking;
  readonly status: Booking['booking_status'];
}) {
  const words = w.value.buying;
  const isPaid = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'].includes(status);
  const [title, text] = isPaid
    ? [words.paid, words.paidText]
    : status === 'EXPIRED'
      ? [words.payOver, words.payOverText]
      : [words.ended, changedTo ? words.endedByChange : words.endedText];
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p role="status">{text}</p>
      <p class="row">
        {isPaid ? (
          <Link page={`/bookings/${id}`} class="button main">
            {words.ticket}
          </Link>
        ) : changedTo ? (
          <Link page={`/bookings/${changedTo.id}`} class="button main">
            {words.newBooking}
          </Link>
        ) : (
          <Link page="/" class="button main">
            {words.searchAgain}
          </Link>
        )}
        <Link page="/bookings" class="button">
          {words.yourBookings}
        </Link>
      </p>
    </>
  );
}
