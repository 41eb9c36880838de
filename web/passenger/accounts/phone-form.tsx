import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../../api/problem.ts';
import { Field } from '../../parts/field.tsx';
import { useSending } from '../../parts/form.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { accountProblem, isFilledIn } from './account-problem.ts';
import { MailedCode, type MailedStep } from './mailed-code.tsx';
import { PhoneField, phoneIn } from './phone-field.tsx';
import { type Proof, ProveByCode } from './prove-by-code.tsx';

/**
 * The form to sign in with a phone number and a code by SMS. If the number has no account, asks for a name and makes an
 * account.
 */
export function PhoneForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const words = w.value.account;
  const sending = useSending();
  const phone = useSignal('');
  const name = useSignal('');
  const isNew = useSignal(false);
  const mailed = useSignal<MailedStep | undefined>(undefined);
  const nameField = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew.value) nameField.current?.querySelector('input')?.focus();
  }, [isNew.value]);

  const ask = async () => {
    isNew.value = false;
    return isFilledIn(sending, { phone: phone.value })
      ? api.post('/api/passenger/phone/start', { body: { phone: phoneIn(phone) } })
      : undefined;
  };
  const prove = async (proof: Proof): Promise<void> => {
    try {
      const signedIn = await api.post('/api/passenger/phone/verify', {
        body: { ...proof, ...(isNew.value && { full_name: name.value }) },
      });
      if ('otp_required' in signedIn) {
        mailed.value = signedIn;
        return;
      }
      session.begin(signedIn);
    } catch (error) {
      // The code was right and stays valid. The number has no account yet, so a name is needed.
      if (isNew.value || !(error instanceof Problem) || error.fields['full_name'] === undefined) throw error;
      isNew.value = true;
      return;
    }
    onSignedIn();
  };

  if (mailed.value)
    return <MailedCode step={mailed.value} onSignedIn={onSignedIn} onBack={() => (mailed.value = undefined)} />;
  return (
    <ProveByCode
      label={words.signInTitle}
      sending={sending}
      ask={ask}
      receiver={phone.value}
      otherReceiver={words.otherNumber}
      prove={prove}
      more={
        isNew.value && (
          <div ref={nameField}>
            <p role="status">{words.newHere}</p>
            <Field
              label={words.fullName}
              name="name"
              autoComplete="name"
              hint={words.fullNameHint}
              value={name.value}
              onValue={(value) => (name.value = value)}
              error={accountProblem(sending, 'full_name')}
            />
          </div>
        )
      }
    >
      <PhoneField phone={phone} sending={sending} />
    </ProveByCode>
  );
}
