import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { CodeField, codeIn } from '../../parts/code-field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { goTo, nextPage } from './next-page.ts';
import './accounts.css';
import { isFilledIn } from './account-problem.ts';
import { SignInHere } from './sign-in-here.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

/** The page that confirms the user's e-mail address by a code from an e-mail. */
export function Verify() {
  const { query } = useRoute();
  const { route } = useLocation();
  const next = nextPage(query['next']);
  const sending = useSending();
  const code = useSignal('');
  const words = w.value.account;
  const user = session.user.value;

  const verify = async (): Promise<void> => {
    if (!isFilledIn(sending, { code: code.value })) return;
    await api.post('/api/passenger/verify-email', { body: { code: codeIn(code) } });
    const verified = session.user.peek();
    if (verified) session.rename({ ...verified, email_verified: true });
    toast(words.verified);
    goTo(next, route);
  };
  const resend = async (): Promise<void> => {
    await api.post('/api/passenger/resend-verification');
    toast(words.resent);
  };

  return (
    <div class="narrow">
      <PageTitle>{words.verifyTitle}</PageTitle>
      {user?.email === null ? (
        <p>
          {words.noEmail} <Link page="/profile">{words.aboutYou}</Link>
        </p>
      ) : user ? (
        <div class="card">
          <p>{words.verifyText(user.email)}</p>
          <Form sending={sending} onSend={verify} label={words.verifyTitle}>
            <CodeField label={words.code} code={code} error={sending.errorOf('code')} />
            <SendButton sending={sending} class="main wide">
              {words.verify}
            </SendButton>
          </Form>
          <div class="row apart form-end">
            <button type="button" class="link" onClick={() => void sending.send(resend)}>
              {words.resend}
            </button>
            <Link page={next} whole={/^\/(?:book|pay)\//.test(next)}>
              {words.later}
            </Link>
          </div>
        </div>
      ) : (
        <SignInHere onSignedIn={() => undefined} />
      )}
    </div>
  );
}
