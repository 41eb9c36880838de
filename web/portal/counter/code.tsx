import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Answer, Schemas } from '../../api/operations.ts';
import { momentHere } from '../../api/service-clock.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Sold } from './sold.tsx';
import './code.css';

type Sale = Answer<'post', '/api/operator/bookings/{id}/checkout'>;

/**
 * Milliseconds between two checks. The service asks a gateway again after three seconds, so more frequent checks would
 * find nothing new.
 */
const LOOK_AGAIN_MS = 3_050;

/**
 * The code of a sale, for the customer to scan. After a reload, and on any screen, this address shows the same code.
 */
export function CodePage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/bookings/{id}', { path: { id }, signal }), [id]);
  return <Asked of={asked}>{(booking) => <SaleNow booking={booking} again={asked.again} />}</Asked>;
}

interface Props {
  readonly booking: Schemas['OfficeBooking'];
  readonly again: () => Promise<void>;
}

function SaleNow({ booking, again }: Props) {
  const words = w.value.counter;
  const { booking_status: status, schedule_id: trip } = booking;
  if (status === 'PENDING_PAYMENT') return <Waiting booking={booking} again={again} />;
  const isSold = status === 'CONFIRMED' || status === 'CHECKED_IN' || status === 'COMPLETED';
  return (
    <div class="narrow">
      <PageTitle>{booking.booking_code}</PageTitle>
      {isSold ? <Sold booking={booking} /> : <p role="status">{words.saleOver}</p>}
      <Link page={`/portal/trips/${trip}`}>{words.newSale}</Link>
    </div>
  );
}

function Waiting({ booking, again }: Props) {
  const words = w.value.counter;
  const { id } = booking;
  const isForCustomer = useLocation().query['for'] === 'customer';
  const asked = useAsked(
    (signal) => api.post('/api/operator/bookings/{id}/checkout', { path: { id }, body: {}, signal }),
    [id],
  );
  const look = async (): Promise<void> => {
    const { booking_status: now } = await api.post('/api/operator/bookings/{id}/payment/check', { path: { id } });
    if (now !== 'PENDING_PAYMENT') await again();
  };
  useEffect(() => {
    // After a network error the next check may succeed.
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [id]);

  return (
    <div class="narrow">
      <PageTitle small={booking.contact.name}>{words.scanTitle}</PageTitle>
      <Asked of={asked}>{(sale) => <Code sale={sale} onOver={again} />}</Asked>
      {!isForCustomer && <Ways id={id} look={look} again={again} />}
    </div>
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
        {words.timeLeft}: {Math.floor(left.value / 60)}:{String(left.value % 60).padStart(2, '0')}
      </p>
    </div>
  );
}

/** The clerk's actions while the customer pays. */
function Ways({ id, look, again }: { readonly id: number; readonly look: () => Promise<void> } & Pick<Props, 'again'>) {
  const words = w.value.counter;
  const [checking, paying, cancelling] = [useSending(), useSending(), useSending()];
  const path = { id };
  const payInCash = async (): Promise<void> => {
    await api.post('/api/operator/bookings/{id}/checkout', { path, body: { paid_by: 'CASH' } });
    await again();
  };
  const cancel = async (): Promise<void> => {
    await api.post('/api/operator/bookings/{id}/cancel', { path, body: { reason: words.cancelledAtCounter } });
    await again();
  };
  return (
    <div class="row">
      <a class="button" href={to(`/portal/bookings/${id}/code?for=customer`)} target="_blank" rel="noreferrer">
        {words.secondWindow}
      </a>
      <Form sending={checking} onSend={look} label={words.checkNow}>
        <SendButton sending={checking} class="">
          {words.checkNow}
        </SendButton>
      </Form>
      <Form sending={paying} onSend={payInCash} label={words.payInCash}>
        <SendButton sending={paying} class="">
          {words.payInCash}
        </SendButton>
      </Form>
      <Form sending={cancelling} onSend={cancel} label={words.cancelSale}>
        <SendButton sending={cancelling} class="">
          {words.cancelSale}
        </SendButton>
      </Form>
    </div>
  );
}
