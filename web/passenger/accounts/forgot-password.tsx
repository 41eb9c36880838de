import { useSignal } from '@preact/signals';
import { settings } from '../../api/settings.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import './accounts.css';
import { accountProblem, isFilledIn } from './account-problem.ts';

/** The form that requests an e-mail with a link to set a new password. `sentence` explains why, if it is given. */
export function AskForLink({ sentence }: { readonly sentence?: string }) {
  const sending = useSending();
  const email = useSignal('');
  const isSent = useSignal(false);
  const words = w.value.account;

  const ask = async (): Promise<void> => {
    if (!isFilledIn(sending, { email: email.value })) return;
    await api.post('/api/passenger/forgot-password', { body: { email: email.value } });
    isSent.value = true;
  };

  if (isSent.value)
    return (
      <div class="narrow">
        <PageTitle key="sent">{words.sentTitle}</PageTitle>
        <div class="card">
          <p>{words.sentText}</p>
          <p class="faint">{words.sentHint}</p>
          <button type="button" onClick={() => (isSent.value = false)}>
            {words.askAgain}
          </button>
        </div>
      </div>
    );
  return (
    <div class="narrow">
      <PageTitle key="ask" small={words.forgotText}>
        {words.forgotTitle}
      </PageTitle>
      <div class="card">
        {sentence && (
          <p class="notice bad" role="alert">
            {sentence}
          </p>
        )}
        <Form sending={sending} onSend={ask} label={words.forgotTitle}>
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
          <SendButton sending={sending} class="main wide">
            {words.sendLink}
          </SendButton>
        </Form>
      </div>
      <p class="form-end">
        {words.forCompanies}{' '}
        <a href={settings.operator_login_url} target="_top">
          {words.toPortal}
        </a>
      </p>
    </div>
  );
}

/** The page for users who have forgotten their password. */
export const ForgotPassword = () => <AskForLink />;
