import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { plainDigits } from '../../words/digits.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { accountProblem, isFilledIn } from './account-problem.ts';

const isPhone = (typed: string): boolean => /^[\d०-९\s+-]+$/.test(typed);

/** A phone number as the service stores it. Accepts +977 981-2345678 and ९८१२३४५६७८. */
const asKept = (typed: string): string =>
  isPhone(typed.trim())
    ? plainDigits(typed)
        .replace(/\D/g, '')
        .replace(/^977(?=\d{10}$)/, '')
    : typed;

/** The form that signs the user in with a password. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const sending = useSending();
  const identifier = useSignal('');
  const password = useSignal('');
  const words = w.value.account;

  const signIn = async (): Promise<void> => {
    if (!isFilledIn(sending, { identifier: identifier.value, password: password.value })) return;
    session.begin(
      await api.post('/api/passenger/login', {
        body: { identifier: asKept(identifier.value), password: password.value },
      }),
    );
    onSignedIn();
  };

  return (
    <Form sending={sending} onSend={signIn} label={words.signInTitle}>
      <Field
        label={words.identifier}
        name="username"
        autoComplete="username"
        spellcheck={false}
        value={identifier.value}
        onValue={(value) => (identifier.value = value)}
        error={accountProblem(sending, 'identifier')}
      />
      <PasswordField
        label={words.password}
        name="password"
        value={password.value}
        onValue={(value) => (password.value = value)}
        error={accountProblem(sending, 'password')}
      />
      <SendButton sending={sending} class="main wide">
        {words.signIn}
      </SendButton>
      <p class="form-end">
        <Link page="/forgot-password">{words.forgot}</Link>
      </p>
    </Form>
  );
}
