import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import type { ProfileAnswer } from './about-you.tsx';
import { accountProblem, isFilledIn } from './account-problem.ts';
import { useCurrentPassword } from './current-password.tsx';
import { type Proof, ProveByCode } from './prove-by-code.tsx';

/** The form that adds an e-mail address to an account without one. A code proves that the address is the user's. */
export function AddEmail({
  onChange,
}: {
  readonly onChange: (change: Pick<ProfileAnswer, 'email' | 'email_verified'>) => void;
}) {
  const words = w.value.account;
  const isOpen = useSignal(false);
  const sending = useSending();
  const password = useCurrentPassword(sending);
  const email = useSignal('');

  const ask = async () =>
    isFilledIn(sending, { email: email.value })
      ? password.change((given) => api.post('/api/passenger/email/start', { body: { email: email.value, ...given } }))
      : undefined;
  const prove = async (proof: Proof): Promise<void> => {
    const changed = await api.post('/api/passenger/email/verify', { body: proof });
    const user = session.user.peek();
    if (user) session.rename({ ...user, ...changed });
    onChange(changed);
    toast(words.verified);
  };

  return (
    <section class="card" aria-labelledby="add-email">
      <h2 id="add-email">{words.email}</h2>
      <p>
        {words.noEmail} {words.addEmailText}
      </p>
      {isOpen.value ? (
        <ProveByCode
          label={words.addEmail}
          sending={sending}
          ask={ask}
          receiver={email.value}
          otherReceiver={words.otherEmail}
          prove={prove}
        >
          <Field
            label={words.email}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email.value}
            onValue={(value) => (email.value = value)}
            error={accountProblem(sending, 'email')}
          />
          {password.field}
        </ProveByCode>
      ) : (
        <button type="button" onClick={() => (isOpen.value = true)}>
          {words.addEmail}
        </button>
      )}
    </section>
  );
}
