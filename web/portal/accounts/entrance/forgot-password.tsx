import { useSignal } from '@preact/signals';
import { Field } from '../../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { Link } from '../../../parts/link.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { api } from '../../session.ts';
import { w } from '../../words.ts';

/**
 * The form that requests an e-mail with a link to choose a new password. The answer does not tell whether the address
 * has an account.
 */
export function ForgotPassword() {
  const sending = useSending();
  const email = useSignal('');
  const isSent = useSignal(false);
  const words = w.value.entrance;

  const ask = async (): Promise<void> => {
    // Does not send an empty address, because the service would answer as for an address without an account.
    if (email.value.trim() === '') {
      sending.refuse('', { email: words.missing });
      return;
    }
    await api.post('/api/auth/forgot-password', { body: { email: email.value.trim() } });
    isSent.value = true;
  };

  return (
    <div class="entrance">
      {isSent.value ? (
        <>
          <PageTitle key="sent">{words.sentTitle}</PageTitle>
          <div class="card" role="status">
            <p>{words.sentText(email.value)}</p>
            <p class="faint">{words.sentHint}</p>
            <button type="button" onClick={() => (isSent.value = false)}>
              {words.anotherAddress}
            </button>
          </div>
        </>
      ) : (
        <>
          <PageTitle key="ask" small={words.forgotText}>
            {words.forgotTitle}
          </PageTitle>
          <div class="card">
            <Form sending={sending} onSend={ask}>
              <Field
                label={words.email}
                type="email"
                name="email"
                autoComplete="username"
                value={email.value}
                onValue={(value) => (email.value = value)}
                error={sending.errorOf('email')}
              />
              <SendButton sending={sending} class="main wide">
                {words.sendLink}
              </SendButton>
            </Form>
          </div>
        </>
      )}
      <p class="form-end">
        <Link page="/portal">{words.backToSignIn}</Link>
      </p>
    </div>
  );
}
