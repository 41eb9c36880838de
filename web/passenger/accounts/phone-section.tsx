import { useSignal } from '@preact/signals';
import { useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import type { ProfileAnswer } from './about-you.tsx';
import { isFilledIn } from './account-problem.ts';
import { useCurrentPassword } from './current-password.tsx';
import { PhoneField, phoneIn } from './phone-field.tsx';
import { type Proof, ProveByCode } from './prove-by-code.tsx';

type Change = Pick<ProfileAnswer, 'phone' | 'phone_verified'>;

/** The phone number to which the service sends text messages. Only a code confirms or changes it. */
export function PhoneSection({
  profile: { phone, phone_verified: isVerified },
  onChange,
}: {
  readonly profile: ProfileAnswer;
  readonly onChange: (change: Change) => void;
}) {
  const words = w.value.account;
  const isOpen = useSignal(false);
  const typed = useSignal('');
  const sending = useSending();
  const password = useCurrentPassword(sending);

  const open = (): void => {
    typed.value = isVerified ? '' : (phone ?? '');
    password.forget();
    isOpen.value = true;
  };
  const ask = async () =>
    isFilledIn(sending, { phone: typed.value })
      ? api.post('/api/passenger/phone/start', { body: { phone: phoneIn(typed), purpose: 'change' } })
      : undefined;
  const prove = async (proof: Proof): Promise<void> => {
    const changed = await password.change((given) =>
      api.post('/api/passenger/phone/change', { body: { ...proof, ...given } }),
    );
    if (!changed) return;
    const user = session.user.peek();
    if (user) session.rename({ ...user, ...changed });
    isOpen.value = false;
    onChange(changed);
    toast(words.phoneConfirmed);
  };

  return (
    <section class="card" aria-labelledby="phone-number">
      <h2 id="phone-number">{words.phoneTitle}</h2>
      {phone === null ? (
        <p>{words.noPhone}</p>
      ) : (
        <p>
          <strong class="number">{phone}</strong>{' '}
          {isVerified ? (
            <span class="badge good">✓ {words.emailVerified}</span>
          ) : (
            <span class="badge wait">{words.emailUnverified}</span>
          )}
        </p>
      )}
      {isOpen.value ? (
        <>
          <ProveByCode
            label={words.phoneTitle}
            sending={sending}
            ask={ask}
            receiver={typed.value}
            otherReceiver={words.otherNumber}
            prove={prove}
            more={password.field}
          >
            <PhoneField phone={typed} sending={sending} />
          </ProveByCode>
          <p class="form-end">
            <button type="button" onClick={() => (isOpen.value = false)}>
              {words.keepPhone}
            </button>
          </p>
        </>
      ) : (
        <button type="button" onClick={open}>
          {phone === null ? words.addPhone : isVerified ? words.changePhone : words.confirmPhone}
        </button>
      )}
    </section>
  );
}
