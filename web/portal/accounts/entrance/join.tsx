import { useSignal } from '@preact/signals';
import { Problem } from '../../../api/problem.ts';
import { settings } from '../../../api/settings.ts';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { api, session } from '../../session.ts';
import { w } from '../../words.ts';
import { NewPasswordFields, areSame } from './new-password.tsx';

type State = 'asked' | 'over' | { readonly joined: string };

/** The page that an invitation's link opens. The invited person joins the company's staff. */
export function Join() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const kept = useSignal(token);
  const state = useSignal<State>(token === '' ? 'over' : 'asked');
  const sending = useSending();
  const typed = useSignal({ chosen: '', again: '' });
  const words = w.value.entrance;

  const end = (outcome: State): void => {
    // Removes the used token from the address.
    history.replaceState(null, '', location.pathname);
    state.value = outcome;
  };
  const accept = async (): Promise<void> => {
    if (!areSame(typed.value, sending)) return;
    try {
      const body = { token: kept.value, password: typed.value.chosen };
      const { email } = await api.post('/api/auth/accept-invitation', { body });
      // Ends this browser's session, which may belong to somebody else. The person who joined then signs in.
      session.end();
      end({ joined: email });
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) throw error;
      end('over');
    }
  };

  if (state.value === 'over')
    return (
      <div class="entrance">
        <PageTitle key="over">{words.joinOverTitle}</PageTitle>
        <p>{words.joinOverText}</p>
        <SignInLink />
      </div>
    );
  if (state.value !== 'asked')
    return (
      <div class="entrance">
        <PageTitle key="joined">{words.joinedTitle}</PageTitle>
        <p>{words.joinedText(state.value.joined)}</p>
        <SignInLink />
      </div>
    );
  return (
    <div class="entrance">
      <PageTitle key="asked" small={words.joinText}>
        {words.joinTitle}
      </PageTitle>
      <div class="card">
        <Form sending={sending} onSend={accept}>
          <p class="hint">{words.joinHint}</p>
          <NewPasswordFields
            typed={typed}
            sending={sending}
            field="password"
            label={words.choosePassword}
            repeatLabel={words.repeatPassword}
          />
          <SendButton sending={sending} class="main wide">
            {words.accept}
          </SendButton>
        </Form>
      </div>
    </div>
  );
}

const SignInLink = () => (
  <p>
    <a href={settings.operator_login_url} class="button main">
      {w.value.entrance.signIn}
    </a>
  </p>
);
