import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { Problem } from '../../api/problem.ts';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { sentenceFor } from '../../parts/problem-text.ts';
import { accountProblem, isFilledIn } from './account-problem.ts';
import { AskForLink } from './forgot-password.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { passwordRules } from './password-rules.ts';

/** The page that the link in the e-mail opens. Sets a new password. If the link is used up, offers to send another. */
export function ResetPassword() {
  const { query } = useRoute();
  const token = useSignal(query['token'] ?? '');
  const refusal = useSignal('');
  const isDone = useSignal(false);
  const password = useSignal('');
  const again = useSignal('');
  const sending = useSending();
  const words = w.value.account;

  /** Removes the used token from the address and from the browser's history. */
  const forgetToken = (): void => history.replaceState(null, '', location.pathname);

  const save = async (): Promise<void> => {
    if (!isFilledIn(sending, { new_password: password.value, again: again.value })) return;
    if (password.value !== again.value) {
      sending.refuse(words.notTheSame, { again: words.notTheSame });
      return;
    }
    try {
      await api.post('/api/passenger/reset-password', {
        body: { token: token.value, new_password: password.value },
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      forgetToken();
      refusal.value = sentenceFor(error);
      return;
    }
    forgetToken();
    session.end();
    isDone.value = true;
  };

  if (isDone.value)
    return (
      <div class="narrow">
        <PageTitle key="done">{words.resetDone}</PageTitle>
        <div class="card">
          <p>{words.resetDoneText}</p>
          <Link class="button main" page="/sign-in">
            {words.signIn}
          </Link>
        </div>
      </div>
    );
  if (token.value === '' || refusal.value !== '')
    return <AskForLink {...(refusal.value !== '' && { sentence: refusal.value })} />;
  return (
    <div class="narrow">
      <PageTitle key="choose">{words.resetTitle}</PageTitle>
      <div class="card">
        <Form sending={sending} onSend={save} label={words.resetTitle}>
          <PasswordField
            isNew
            label={words.newPassword}
            name="new-password"
            rules={passwordRules()}
            value={password.value}
            onValue={(value) => (password.value = value)}
            error={accountProblem(sending, 'new_password')}
          />
          <PasswordField
            isNew
            label={words.repeatPassword}
            name="repeat-password"
            value={again.value}
            onValue={(value) => (again.value = value)}
            error={sending.errorOf('again')}
          />
          <SendButton sending={sending} class="main wide">
            {words.savePassword}
          </SendButton>
        </Form>
      </div>
    </div>
  );
}
