import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { Answer } from '../../api/operations.ts';
import { momentHere } from '../../api/service-clock.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { TimeLeft } from '../parts/time-left.tsx';
import { placeName } from '../../words/places.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { saveCode } from './save-code.ts';
import { useWatchedPayment } from './watch-payment.ts';
import '../parts/paying.css';

type QrCheckout = Extract<Answer<'post', '/api/bookings/{id}/checkout'>, { kind: 'qr' }>;

/** The page with the QR code that the passenger's bank app reads. Opens the next page once the payment has arrived. */
export function Scan() {
  const id = Number(useRoute().params['booking']);
  if (session.user.value) return <OwnScan key={session.user.value.id} id={id} />;
  return (
    <div class="narrow">
      <PageTitle small={w.value.buying.signInFirst}>{w.value.paying.scanTitle}</PageTitle>
      <SignInHere onSignedIn={() => undefined} />
    </div>
  );
}

function OwnScan({ id }: { readonly id: number }) {
  const { gateway } = useRoute().query;
  // While a code is valid, the service returns the same code again. So a reload shows the same code.
  const asked = useAsked(
    (signal) =>
      api.post('/api/bookings/{id}/checkout', { path: { id }, body: gateway === undefined ? {} : { gateway }, signal }),
    [id, gateway],
  );
  return (
    <div class="narrow">
      <PageTitle small={w.value.paying.scanHint}>{w.value.paying.scanTitle}</PageTitle>
      <Asked of={asked} skeleton={<Skeleton lines={8} />}>
        {(checkout) =>
          // An address typed with another method has no code to show, only the way back to the methods.
          checkout.kind === 'qr' && <Code key={checkout.gateway_id} checkout={checkout} again={asked.again} />
        }
      </Asked>
      <p class="row">
        <Link page={`/pay/${id}`} whole class="button">
          {w.value.paying.otherWay}
        </Link>
      </p>
    </div>
  );
}

function Code({ checkout, again }: { readonly checkout: QrCheckout; readonly again: () => Promise<void> }) {
  const words = w.value.paying;
  const { booking, qr_text: text, qr_expires_at: goodUntil } = checkout;
  const isOver = useSignal(false);
  const until = useMemo(() => momentHere(goodUntil), [goodUntil]);
  useWatchedPayment(booking.id, true, {
    onChecked: ({ status, booking_status: state }) => {
      if (state === 'CONFIRMED' || state === 'CHECKED_IN')
        location.replace(to(`/payment-result.html?success=true&booking_id=${booking.id}`));
      else if (state !== 'PENDING_PAYMENT') location.replace(to(`/pay/${booking.id}`));
      else if (status === 'FAILED') isOver.value = true;
    },
  });

  if (isOver.value)
    return (
      <div role="status">
        <p>{words.codeOver}</p>
        <button type="button" class="main" onClick={() => void again()}>
          {words.newCode}
        </button>
      </div>
    );
  return (
    <div class="scan card">
      <p class="sum number">{money(booking.amount_due)}</p>
      <p>
        <strong>
          {w.value.bookings.route(placeName(booking.trip.source_city), placeName(booking.trip.destination_city))}
        </strong>{' '}
        · {bothCalendars(dayOf(booking.trip.departure_time))}
      </p>
      <QrCode text={text} label={words.qrCode} />
      <TimeLeft until={until} onOver={() => (isOver.value = true)} />
      <ol>
        {words.scanSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {text.startsWith(`${location.origin}/`) && (
        <a href={text} target="_blank" rel="noreferrer">
          {words.openCode}
        </a>
      )}
      <button type="button" onClick={() => void saveCode(text, `${booking.booking_code}.png`)}>
        {words.saveCode}
      </button>
      <p role="status" class="small faint">
        {words.lookingForPayment}
      </p>
    </div>
  );
}
