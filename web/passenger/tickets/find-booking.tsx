import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Problem } from '../../api/problem.ts';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Field } from '../../parts/field.tsx';
import { useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { plainDigits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import '../accounts/accounts.css';
import '../bookings/booking.css';
import { accountProblem, isFilledIn } from '../accounts/account-problem.ts';
import { PhoneField, phoneIn } from '../accounts/phone-field.tsx';
import { type Proof, ProveByCode } from '../accounts/prove-by-code.tsx';
import { BookingState } from '../bookings/booking-state.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Found = Schemas['FoundBooking'];

/**
 * Finds the tickets of a phone number, for people without an account. One ticket is opened at once. Of several the user
 * picks one, unless a booking code names it.
 */
export function FindBooking() {
  const found = useSignal<readonly Found[]>([]);
  return found.value.length > 0 ? (
    <FoundTickets all={found.value} />
  ) : (
    <FindForm onFound={(all) => (found.value = all)} />
  );
}

function FoundTickets({ all }: { readonly all: readonly Found[] }) {
  const words = w.value.account;
  return (
    <>
      <PageTitle small={words.foundText}>{words.foundTitle}</PageTitle>
      <ul class="plain-list" role="list" aria-label={words.foundTitle}>
        {all.map((one) => (
          <li key={one.booking_code} class="card booking-line">
            <div>
              <h2>
                <Link page={`/ticket?token=${encodeURIComponent(one.token)}`}>
                  {w.value.bookings.route(placeName(one.source_city), placeName(one.destination_city))}
                </Link>
              </h2>
              <p>{dayAndTime(one.departure_time)}</p>
              <p class="faint">{one.booking_code}</p>
            </div>
            <FoundState status={one.booking_status} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The state of a ticket. One that has ended may be cancelled or changed, which the page of the ticket says. */
const FoundState = ({ status }: { readonly status: Found['booking_status'] }) =>
  status === 'CANCELLED' || status === 'REFUNDED' ? (
    <span class="badge bad">{w.value.ticket.notValid}</span>
  ) : (
    <BookingState of={{ booking_status: status, changed_to: null }} />
  );

function FindForm({ onFound }: { readonly onFound: (all: readonly Found[]) => unknown }) {
  const words = w.value.account;
  const { route } = useLocation();
  const sending = useSending();
  const bookingCode = useSignal('');
  const phone = useSignal('');
  const isUnknown = useSignal(false);

  const ask = async () => {
    isUnknown.value = false;
    return isFilledIn(sending, { phone: phone.value })
      ? api.post('/api/passenger/phone/start', { body: { phone: phoneIn(phone), purpose: 'find' } })
      : undefined;
  };
  const find = async (proof: Proof): Promise<void> => {
    const typed = plainDigits(bookingCode.value).trim();
    try {
      const body = { ...proof, ...(typed !== '' && { booking_code: typed }) };
      const { token, results } = await api.post('/api/tickets/find', { body });
      if (token === null) onFound(results);
      else route(to(`/ticket?token=${encodeURIComponent(token)}`), true);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      // The SMS code stays valid, so the user can correct or clear the booking code in the same form.
      isUnknown.value = true;
      sending.refuse(typed === '' ? words.noneOfNumber : words.noneOfCode);
    }
  };
  const field = (
    <Field
      label={w.value.bookings.code}
      name="booking-code"
      autoComplete="off"
      spellcheck={false}
      maxLength={40}
      hint={words.bookingCodeHint}
      value={bookingCode.value}
      onValue={(value) => (bookingCode.value = value)}
      error={accountProblem(sending, 'booking_code')}
    />
  );

  return (
    <div class="narrow">
      <PageTitle small={words.findBookingText}>{words.findBooking}</PageTitle>
      <div class="card">
        <ProveByCode
          label={words.findBooking}
          sending={sending}
          ask={ask}
          receiver={phone.value}
          otherReceiver={words.otherNumber}
          more={isUnknown.value && field}
          prove={find}
        >
          {field}
          <PhoneField phone={phone} sending={sending} />
        </ProveByCode>
      </div>
      <p class="form-end">
        {words.toChangeBooking} <Link page="/bookings">{w.value.bookings.title}</Link>
      </p>
    </div>
  );
}
