import { useSignal } from '@preact/signals';
import type { Answer } from '../../api/operations.ts';
import { plainDigits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { toast } from '../../parts/toast.tsx';
import { accountProblem, isFilledIn } from './account-problem.ts';
import { useCurrentPassword } from './current-password.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

export type ProfileAnswer = Answer<'get', '/api/passenger/profile'>;

/** The form for the user's name and phone number. The e-mail address cannot be changed. */
export function AboutYou({
  profile,
  onChange,
}: {
  readonly profile: ProfileAnswer;
  /** Called after the name or the phone number was saved. A new phone number must be confirmed again. */
  readonly onChange: () => unknown;
}) {
  const sending = useSending();
  const password = useCurrentPassword(sending);
  const name = useSignal(profile.full_name);
  const phone = useSignal(profile.phone ?? '');
  const words = w.value.account;
  // Whether the user signs in with the phone number. If so, only an SMS code can change the number.
  const isPhoneKey = profile.phone_verified && !profile.email_verified;

  const save = async (): Promise<void> => {
    if (!isFilledIn(sending, { full_name: name.value })) return;
    const changed = await password.change((given) =>
      api.put('/api/passenger/profile', {
        body: { full_name: name.value, ...(!isPhoneKey && { phone: plainDigits(phone.value) }), ...given },
      }),
    );
    if (!changed) return;
    const user = session.user.peek();
    if (user) session.rename({ ...user, ...changed });
    await onChange();
    toast(words.profileSaved);
  };

  return (
    <section class="card" aria-labelledby="about-you">
      <h2 id="about-you">{words.aboutYou}</h2>
      <Form sending={sending} onSend={save} label={words.aboutYou}>
        <Field
          label={words.fullName}
          name="name"
          autoComplete="name"
          value={name.value}
          onValue={(value) => (name.value = value)}
          error={accountProblem(sending, 'full_name')}
        />
        {!isPhoneKey && (
          <Field
            label={words.phone}
            name="tel"
            type="tel"
            autoComplete="tel"
            required={false}
            hint={words.phoneHint}
            value={phone.value}
            onValue={(value) => (phone.value = value)}
            error={accountProblem(sending, 'phone')}
          />
        )}
        {profile.email !== null && (
          <>
            <Field
              label={words.email}
              type="email"
              readOnly
              hint={words.emailFixed}
              value={profile.email}
              onValue={() => undefined}
            />
            <p>
              {profile.email_verified ? (
                <span class="badge good">✓ {words.emailVerified}</span>
              ) : (
                <>
                  <span class="badge wait">{words.emailUnverified}</span>{' '}
                  <Link page="/verify?next=/profile">{words.confirmEmail}</Link>
                </>
              )}
            </p>
          </>
        )}
        {password.field}
        <SendButton sending={sending}>{words.saveProfile}</SendButton>
      </Form>
    </section>
  );
}
