import type { Signal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { plainDigits } from '../../words/digits.ts';
import { w } from '../words.ts';
import { accountProblem } from './account-problem.ts';

/** A field for the phone number that gets a code. */
export const PhoneField = ({ phone, sending }: { readonly phone: Signal<string>; readonly sending: Sending }) => (
  <Field
    label={w.value.account.phoneNumber}
    name="tel"
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    hint={w.value.account.phoneNumberHint}
    value={phone.value}
    onValue={(value) => (phone.value = value)}
    error={accountProblem(sending, 'phone')}
  />
);

/** The typed number, with Latin digits. */
export const phoneIn = ({ value }: Signal<string>): string => plainDigits(value).trim();
