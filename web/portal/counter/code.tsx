import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Answer, Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { momentHere } from '../../api/service-clock.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { digits } from '../../words/digits.ts';
import { routeBetween } from '../parts/route-of.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { PaidInVain } from '../parts/paid-in-vain.tsx';
import { OpenShift } from './open-shift.tsx';
import { Sold } from './sold.tsx';
import './code.css';

type Sale = Answer<'post', '/api/operator/bookings/{id}/checkout'>;
type Booking = Schemas['OfficeBooking'];

/**
 * Milliseconds between two checks. The service asks a gateway again after three seconds, so more frequent checks would
 * find nothing new.
 */
const LOOK_AGAIN_MS = 3_050;

/**
 * The page with the QR code that the customer scans to pay a counter sale. The page shows the same code after a reload,
 * and on every screen that opens its address.
 */
export function CodePage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/bookings/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(booking) => <SaleNow booking={booking} again={asked.again} />}
    </Asked>
  );
}

interface Props {
  readonly booking: Booking;
  readonly again: () => Promise<void>;
}

const useIsForCustomer = (): boolean => useLocation().query['for'] === 'customer';

function SaleNow({ booking, again }: Props) {
  const isForCustomer = useIsForCustomer();
  const { booking_status: status } = booking;
  if (status === 'PENDING_PAYMENT') return <Waiting booking={booking} again={again} />;
  const isSold = status === 'CONFIRMED' || status === 'CHECKED_IN' || status === 'COMPLETED';
  if (isForCustomer) return <EndForCustomer booking={booking} isSold={isSold} />;
  return isSold ? <SoldNow booking={booking} /> : <Over booking={booking} again={again} />;
}

const SoldNow = ({ booking }: { readonly booking: Booking }) => (
  <div class="narrow">
    <PageTitle>{booking.booking_code}</PageTitle>
    <Sold booking={booking} />
    <PaidInVain booking={booking} />
    <BackToTrip booking={booking} />
  </div>
);

/** A counter sale that ended unpaid. Customers may still pay its QR code, so the page keeps checking. */
function Over({ booking, again }: Props) {
  const look = useLook(booking, again);
  useEvery(LOOK_AGAIN_MS, look);
  return (
    <div class="narrow">
      <PageTitle>{booking.booking_code}</PageTitle>
      <p role="status">{w.value.counter.saleOver}</p>
      <PaidInVain booking={booking} />
      <BackToTrip booking={booking} />
    </div>
  );
}

const BackToTrip = ({ booking }: { readonly booking: Booking }) => (
  <p>
    <Link page={`/portal/trips/${booking.schedule_id}?do=sell`}>{w.value.counter.newSale}</Link>
  </p>
);

/** The second window, which the customer sees: says that the sale was paid or has ended. */
function EndForCustomer({ booking, isSold }: { readonly booking: Booking; readonly isSold: boolean }) {
  const words = w.value.counter;
  return (
    <div class="narrow customer-window" role="status">
      <PageTitle>{isSold ? words.customerPaid(money(booking.total_amount)) : words.customerOver}</PageTitle>
      {isSold ? (
        <>
          <Journey booking={booking} />
          <p>
            {words.code}: <strong class="code">{booking.booking_code}</strong>
          </p>
        </>
      ) : (
        <p>{words.customerAsk}</p>
      )}
    </div>
  );
}

/** Checks for a payment, and reloads the sale if its state has changed. */
const useLook =
  ({ id, booking_status: shown }: Booking, again: Props['again']) =>
  async (): Promise<void> => {
    const { status, booking_status: now } = await api.post('/api/operator/bookings/{id}/payment/check', {
      path: { id },
    });
    if (now !== shown || (now !== 'PENDING_PAYMENT' && status === 'COMPLETE')) await again();
  };

/** Repeats an action while the page is visible. Ignores errors, because the next run may succeed. */
function useEvery(milliseconds: number, run: () => Promise<void>): void {
  const latest = useSignal(run);
  latest.value = run;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void latest
          .peek()()
          .catch(() => undefined);
    }, milliseconds);
    return () => clearInterval(timer);
  }, []);
}

function Waiting({ booking, again }: Props) {
  const words = w.value.counter;
  const { id } = booking;
  const isForCustomer = useIsForCustomer();
  // Gets the QR code. The service returns the same code again while the code is valid, otherwise a new code.
  const asked = useAsked(
    (signal) => api.post('/api/operator/bookings/{id}/checkout', { path: { id }, body: {}, signal }),
    [id],
  );
  const look = useLook(booking, again);
  useEvery(LOOK_AGAIN_MS, look);

  return (
    <div class={isForCustomer ? 'narrow customer-window' : 'code-page'}>
      <div>
        <PageTitle small={booking.contact.name}>{words.scanTitle}</PageTitle>
        <Asked of={asked}>{(sale) => <Code sale={sale} onOver={again} />}</Asked>
      </div>
      {!isForCustomer && <Ways id={id} look={look} again={again} />}
    </div>
  );
}

/** The seats, the route and the departure time of a sale. */
function Journey({ booking: { seats, seats_count: count, trip } }: { readonly booking: Booking }) {
  const numbers = seats.map(({ seat_number: number }) => number).join(', ');
  return (
    <p>
      <strong>{numbers || w.value.trip.places(count)}</strong> · {routeBetween(trip.source_city, trip.destination_city)}
      , {dayAndTime(trip.departure_time)}
    </p>
  );
}

function Code({ sale, onOver }: { readonly sale: Sale; readonly onOver: () => Promise<void> }) {
  const words = w.value.counter;
  const until = momentHere(sale.qr_expires_at ?? sale.booked_at);
  const now = useSignal(Date.now());
  const left = useComputed(() => Math.max(0, Math.ceil((until - now.value) / 1_000)));
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
      if (now.value >= until) void onOver();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <div class="scan card">
      <p class="code">{money(sale.total_amount)}</p>
      <QrCode text={sale.qr_text ?? ''} label={words.qrCode} />
      <p role="timer" aria-label={words.timeLeft}>
        {words.timeLeft}: {digits(`${Math.floor(left.value / 60)}:${String(left.value % 60).padStart(2, '0')}`)}
      </p>
      <Journey booking={sale} />
    </div>
  );
}

/** Buttons for the clerk while the customer is paying. */
function Ways({ id, look, again }: { readonly id: number; readonly look: () => Promise<void> } & Pick<Props, 'again'>) {
  const words = w.value.counter;
  const [checking, paying, cancelling] = [useSending(), useSending(), useSending()];
  const lacksShift = useSignal(false);
  const path = { id };
  const payInCash = async (): Promise<void> => {
    try {
      await api.post('/api/operator/bookings/{id}/checkout', { path, body: { paid_by: 'CASH' } });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NO_OPEN_SHIFT') throw error;
      lacksShift.value = true;
      return;
    }
    await again();
  };
  const cancel = async (): Promise<void> => {
    await api.post('/api/operator/bookings/{id}/cancel', { path, body: { reason: words.cancelledAtCounter } });
    await again();
  };
  return (
    <div class="code-ways">
      <a class="button" href={to(`/portal/bookings/${id}/code?for=customer`)} target="_blank" rel="noreferrer">
        {words.secondWindow}
      </a>
      <Form sending={checking} onSend={look} label={words.checkNow}>
        <SendButton sending={checking} class="wide">
          {words.checkNow}
        </SendButton>
      </Form>
      {lacksShift.value && (
        <div class="notice wait">
          <p>{words.needsShift}</p>
          <OpenShift onOpened={() => (lacksShift.value = false)} />
        </div>
      )}
      <Form sending={paying} onSend={payInCash} label={words.payInCash}>
        <SendButton sending={paying} class="wide">
          {words.payInCash}
        </SendButton>
      </Form>
      <Form sending={cancelling} onSend={cancel} label={words.cancelSale}>
        <SendButton sending={cancelling} class="wide">
          {words.cancelSale}
        </SendButton>
      </Form>
    </div>
  );
}
