import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Problem } from '../../api/problem.ts';
import { to } from '../../api/settings.ts';
import { Field } from '../../parts/field.tsx';
import { useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { plainDigits } from '../../words/digits.ts';
import '../accounts/accounts.css';
import { accountProblem, isFilledIn } from '../accounts/account-problem.ts';
import { PhoneField, phoneIn } from '../accounts/phone-field.tsx';
import { type Proof, ProveByCode } from '../accounts/prove-by-code.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** Finds a ticket by booking code and phone number, for people without an account. */
export function FindBooking() {
  const words = w.value.account;
  const { route } = useLocation();
  const sending = useSending();
  const bookingCode = useSignal('');
  const phone = useSignal('');
  const isUnknown = useSignal(false);

  const ask = async () => {
    isUnknown.value = false;
    return isFilledIn(sending, { booking_code: bookingCode.value, phone: phone.value })
      ? api.post('/api/passenger/phone/start', { body: { phone: phoneIn(phone), purpose: 'find' } })
      : undefined;
  };
  const find = async (proof: Proof): Promise<void> => {
    if (!isFilledIn(sending, { booking_code: bookingCode.value })) return;
    try {
      const body = { ...proof, booking_code: plainDigits(bookingCode.value) };
      const { token } = await api.post('/api/tickets/find', { body });
      route(to(`/ticket?token=${encodeURIComponent(token)}`), true);
    } catch (error) {
      // The SMS code stays valid, so the user can correct the booking code in the same form.
      if (error instanceof Problem && error.status === 404) isUnknown.value = true;
      throw error;
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
