import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { offline } from '../../api/problem.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { DownloadLink } from '../../parts/download.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { sentenceFor } from '../../parts/problem-text.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { toast } from '../../parts/toast.tsx';
import { OwnBus } from '../road/own-bus.tsx';
import { gettingOnOf, riddenOf } from './getting-on.tsx';
import { useKeptPage } from './keep-page.ts';
import { type SeenBooking, readBooking } from './kept-tickets.ts';
import { CancelBooking } from '../changes/cancel-booking.tsx';
import type { ChangePanel } from '../changes/change-panel.tsx';
import { Rating } from './rating.tsx';
import { Refunds } from '../refunds/refunds.tsx';
import { Share } from './share.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { TicketCard } from './ticket-card.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { percent } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';

/** Statuses of bookings whose passengers wait for the bus, or ride on it. */
const ON_THE_WAY: readonly Schemas['Booking']['booking_status'][] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

/** Milliseconds after the planned arrival after which nobody looks for the bus any more. */
const DAY_MS = 86_400_000;

/** The page of a booking with its ticket, its refunds, and buttons to change and cancel it. */
export function Booking() {
  const id = Number(useRoute().params['id']);
  const words = w.value.bookings;
  if (!session.user.value)
    return (
      <div class="narrow">
        <PageTitle>{words.title}</PageTitle>
        <p>{words.signInFirst}</p>
        <SignInHere onSignedIn={() => undefined} />
      </div>
    );
  return <OwnBooking id={id} />;
}

function OwnBooking({ id }: { readonly id: number }) {
  const asked = useAsked((signal) => readBooking(id, signal), [id]);
  return (
    <Asked
      of={asked}
      isPage
      skeleton={
        <>
          <PageTitle>{w.value.bookings.title}</PageTitle>
          <Skeleton tall lines={2} />
        </>
      }
    >
      {(seen) => <Whole key={id} seen={seen} again={asked.again} />}
    </Asked>
  );
}

function Whole({
  seen: { booking, token, seenAt },
  again,
}: {
  readonly seen: SeenBooking;
  readonly again: () => unknown;
}) {
  useKeptPage(booking.id, token);
  const words = w.value.bookings;
  const { id, booking_status: status, booking_code: code, own: isOwn, trip } = booking;
  const hasLeft = Date.parse(trip.departure_time) <= serviceNow();
  const hasArrived = Date.parse(trip.arrival_time) <= serviceNow();
  const isLongOver = Date.parse(trip.trip_arrival_time) + DAY_MS <= serviceNow();
  const ridden = riddenOf(booking);
  const isWaiting = status === 'PENDING_PAYMENT' || status === 'CONFIRMED';
  // A job ends the bookings of a cancelled trip. Until the job runs, passengers may cancel these bookings at any time.
  const isCalledOff = trip.status === 'CANCELLED' && (isWaiting || status === 'CHECKED_IN');
  const mayCancel = isOwn && (isCalledOff || (!hasLeft && isWaiting));
  const mayChange = isOwn && status === 'CONFIRMED' && !hasLeft && trip.status === 'ACTIVE' && seenAt === undefined;
  /**
   * The panel with which the user changes the booking; undefined while it is closed. Its code is loaded when the user
   * opens it, because few users do.
   */
  const panel = useSignal<typeof ChangePanel | undefined>(undefined);
  const openPanel = (): Promise<void> =>
    import('../changes/change-panel.tsx').then(
      (loaded) => void (panel.value = loaded.ChangePanel),
      () => toast(sentenceFor(offline())),
    );
  const Panel = panel.value;
  const mayRate =
    isOwn && hasArrived && !isCalledOff && !booking.rating && ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'].includes(status);
  return (
    <>
      <PageTitle>{words.route(placeName(trip.source_city), placeName(trip.destination_city))}</PageTitle>
      {seenAt !== undefined && <p class="notice wait">{words.seenEarlier(dayAndTime(seenAt))}</p>}
      {isCalledOff && <p class="notice bad">{isOwn ? words.calledOff : words.soldTripCalledOff}</p>}
      {!isOwn && <p class="notice">{words.soldAtCounter(trip.company_name, trip.company_phone ?? undefined)}</p>}
      {isOwn && status === 'PENDING_PAYMENT' && !isCalledOff && (
        <div class="notice wait row apart">
          <span>{words.payBefore(timeOf(booking.payment_deadline))}</span>
          <Link page={`/pay/${id}`} whole class="button main">
            {words.pay}
          </Link>
        </div>
      )}
      {booking.cancelled_by && !booking.changed_to && (
        <p class="notice">
          {words.cancelledBy[booking.cancelled_by]}{' '}
          {booking.cancelled_by !== 'PASSENGER' && booking.cancel_reason && words.cancelReason(booking.cancel_reason)}
        </p>
      )}
      {booking.changed_to && <Changed words={w.value.changing.changedTo} other={booking.changed_to} />}
      {booking.changed_from && <Changed words={w.value.changing.changedFrom} other={booking.changed_from} />}
      <TicketCard booking={booking} token={status === 'COMPLETED' ? undefined : token} />
      {ridden && token !== undefined && ON_THE_WAY.includes(status) && !isCalledOff && !isLongOver && (
        <OwnBus
          journey={{
            ridden,
            cities: [trip.source_city, trip.destination_city],
            departsAt: trip.trip_departure_time,
            point: gettingOnOf(booking.getting_on, trip).name,
            ticket: token,
            ...(isOwn && { booking: id }),
          }}
        />
      )}
      {(mayChange || mayCancel) && booking.least_cancel_percent > 0 && (
        <p class="no-print">{words.leastCancel(percent(booking.least_cancel_percent))}</p>
      )}
      <div class="row booking-actions no-print">
        {token && (
          <>
            <DownloadLink api={api} address={`/api/bookings/${id}/ticket`} name={`ticket-${code}.pdf`}>
              {words.pdf}
            </DownloadLink>
            {!hasArrived && (
              <DownloadLink api={api} address={`/api/bookings/${id}/calendar`} name={`${code}.ics`}>
                {words.calendar}
              </DownloadLink>
            )}
            <Share title={words.shareTitle(code)} token={token} />
          </>
        )}
        {mayChange && (
          <button
            type="button"
            aria-expanded={Panel !== undefined}
            onClick={() => (Panel ? (panel.value = undefined) : void openPanel())}
          >
            {w.value.changing.change}
          </button>
        )}
        {mayCancel && <CancelBooking booking={booking} onCancelled={again} />}
      </div>
      {mayChange && Panel && (
        <Panel
          booking={booking}
          onChanged={async () => {
            panel.value = undefined;
            await again();
            // The pressed button is no longer on the page, so the heading gets the focus.
            document.querySelector('h1')?.focus();
          }}
          onClose={() => (panel.value = undefined)}
        />
      )}
      {booking.refunds.length > 0 && <Refunds booking={booking} onChanged={again} />}
      {mayRate && <Rating bookingId={id} onRated={again} />}
      {booking.rating && <p class="notice good">{words.yourRating(booking.rating.stars)}</p>}
    </>
  );
}

/** A link to the booking that replaced this booking, or to the booking that this one replaced. */
const Changed = ({ words, other }: { readonly words: string; readonly other: Schemas['ChangedBooking'] }) => (
  <p class="notice">
    {words} <Link page={`/bookings/${other.id}`}>{other.booking_code}</Link>
  </p>
);
