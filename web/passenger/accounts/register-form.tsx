import { useSignal } from '@preact/signals';
import { plainDigits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { accountProblem } from './account-problem.ts';
import { passwordRules } from './password-rules.ts';

/** The form that makes an account and signs its owner in. */
export function RegisterForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const sending = useSending();
  const name = useSignal('');
  const email = useSignal('');
  const phone = useSignal('');
  const password = useSignal('');
  const words = w.value.account;

  const register = async (): Promise<void> => {
    const typed = {
      full_name: name.value,
      email: email.value,
      password: password.value,
      phone: plainDigits(phone.value),
    };
    session.begin(await api.post('/api/passenger/register', { body: typed }));
    onSignedIn();
  };

  return (
    <Form sending={sending} onSend={register} label={words.registerTitle}>
      <Field
        label={words.fullName}
        name="name"
        autoComplete="name"
        hint={words.fullNameHint}
        value={name.value}
        onValue={(value) => (name.value = value)}
        error={accountProblem(sending, 'full_name')}
      />
      <Field
        label={words.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={words.emailHint}
        value={email.value}
        onValue={(value) => (email.value = value)}
        error={accountProblem(sending, 'email')}
      />
      <Field
        label={words.phone}
        name="tel"
        type="tel"
        autoComplete="tel"
        hint={words.phoneHint}
        required={false}
        value={phone.value}
        onValue={(value) => (phone.value = value)}
        error={accountProblem(sending, 'phone')}
      />
      <PasswordField
        isNew
        label={words.password}
        name="new-password"
        rules={passwordRules()}
        value={password.value}
        onValue={(value) => (password.value = value)}
        error={accountProblem(sending, 'password')}
      />
      <SendButton sending={sending} class="main wide">
        {words.createAccount}
      </SendButton>
    </Form>
  );
}
