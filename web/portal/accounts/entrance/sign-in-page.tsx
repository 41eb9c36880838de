import { useSignal } from '@preact/signals';
import { settings, to } from '../../../api/settings.ts';
import { Field } from '../../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { Link } from '../../../parts/link.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { PasswordField } from '../../../parts/password-field.tsx';
import { w } from '../../words.ts';
import { googleAddress } from './brought.ts';
import { type News, type Outcome, signIn, trustsBrowser } from './sign-in.ts';

/** The sign-in form with e-mail and password, for companies' staff and administrators. */
export function SignIn({ news, goOn }: { readonly news: News | undefined; readonly goOn: (outcome: Outcome) => void }) {
  const sending = useSending();
  const email = useSignal('');
  const password = useSignal('');
  const trusts = useSignal(trustsBrowser());
  const words = w.value.entrance;

  return (
    <div class="entrance">
      <PageTitle small={words.signInText}>{words.signInTitle}</PageTitle>
      <div class="card">
        <div role="alert">{news && <p class={`notice ${news.isBad ? 'bad' : 'good'}`}>{news.text}</p>}</div>
        <Form
          sending={sending}
          onSend={async () => goOn(await signIn(email.value.trim(), password.value, trusts.value))}
        >
          <Field
            label={words.email}
            type="email"
            name="email"
            autoComplete="username"
            value={email.value}
            onValue={(value) => (email.value = value)}
            error={sending.errorOf('email')}
          />
          <PasswordField
            label={words.password}
            name="password"
            value={password.value}
            onValue={(value) => (password.value = value)}
            error={sending.errorOf('password')}
          />
          <div class="field">
            <label class="choice">
              <input
                type="checkbox"
                checked={trusts.value}
                aria-describedby="trust-hint"
                onChange={({ currentTarget }) => (trusts.value = currentTarget.checked)}
              />
              {words.trust}
            </label>
            <p id="trust-hint" class="hint">
              {words.trustHint}
            </p>
          </div>
          <SendButton sending={sending} class="main wide">
            {words.signIn}
          </SendButton>
        </Form>
        <p class="form-end">
          <Link page="/portal/forgot-password">{words.forgot}</Link>
        </p>
        {settings.google && <WithGoogle />}
      </div>
      <p class="form-end">
        {words.newHere} <Link page="/portal/register">{words.registerLink}</Link>
      </p>
      <p class="form-end">
        {words.passengers} <Link page="/">{words.passengersLink}</Link>
      </p>
    </div>
  );
}

const WithGoogle = () => (
  <>
    <p class="or">{w.value.entrance.or}</p>
    <a
      class="button wide"
      href={to('/api/auth/google/start')}
      target="_top"
      // The service recognizes this page by its origin. The full address may contain the token of a mailed link, so the
      // browser must not send it.
      referrerpolicy="origin"
      onClick={({ currentTarget }) => (currentTarget.href = to(googleAddress()))}
    >
      {w.value.entrance.google}
    </a>
  </>
);
