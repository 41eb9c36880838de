import { useSignal } from '@preact/signals';
import { Problem } from '../../../api/problem.ts';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import { NewPasswordFields, areSame } from './new-password.tsx';
import type { News } from './sign-in.ts';

/** The form that replaces a forgotten password, authorized by the token of a mailed link. */
export function ChoosePassword({
  token,
  onDone,
}: {
  readonly token: string;
  /** Called after the link was used, whether it worked or not. */
  readonly onDone: (said: News) => void;
}) {
  const sending = useSending();
  const typed = useSignal({ chosen: '', again: '' });
  const words = w.value.entrance;

  const done = (text: string, isBad: boolean): void => {
    history.replaceState(null, '', location.pathname);
    onDone({ text, isBad });
  };
  const choose = async (): Promise<void> => {
    if (!areSame(typed.value, sending)) return;
    try {
      await api.post('/api/auth/reset-password', { body: { token, new_password: typed.value.chosen } });
      done(words.changed, false);
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) throw error;
      done(words.askAgain, true);
    }
  };

  return (
    <div class="entrance">
      <PageTitle>{words.chooseTitle}</PageTitle>
      <div class="card">
        <Form sending={sending} onSend={choose}>
          <NewPasswordFields
            typed={typed}
            sending={sending}
            field="new_password"
            label={words.newPassword}
            repeatLabel={words.repeat}
          />
          <SendButton sending={sending} class="main wide">
            {words.savePassword}
          </SendButton>
        </Form>
      </div>
    </div>
  );
}
