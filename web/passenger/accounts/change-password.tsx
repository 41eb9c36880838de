import { useSignal } from '@preact/signals';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { toast } from '../../parts/toast.tsx';
import { accountProblem, isFilledIn } from './account-problem.ts';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { passwordRules } from './password-rules.ts';

/** The form that changes the password. The answer contains new tokens, which keep this browser signed in. */
export function ChangePassword({
  mayHaveNone,
}: {
  /** True if the user may have no password yet, because they may have signed in only by phone. */
  readonly mayHaveNone: boolean;
}) {
  const sending = useSending();
  const current = useSignal('');
  const fresh = useSignal('');
  const words = w.value.account;

  const change = async (): Promise<void> => {
    const needed = { ...(!mayHaveNone && { current_password: current.value }), new_password: fresh.value };
    if (!isFilledIn(sending, needed)) return;
    const { access, refresh } = await api.post('/api/passenger/change-password', {
      body: { ...(current.value !== '' && { current_password: current.value }), new_password: fresh.value },
    });
    const user = session.user.peek();
    if (user) session.begin({ access, refresh, user });
    current.value = fresh.value = '';
    toast(words.passwordSaved);
  };

  return (
    <section class="card" aria-labelledby="change-password">
      <h2 id="change-password">{words.passwordTitle}</h2>
      <Form sending={sending} onSend={change} label={words.passwordTitle}>
        <PasswordField
          label={words.currentPassword}
          name="current-password"
          required={!mayHaveNone}
          hint={mayHaveNone ? words.noPasswordYet : undefined}
          value={current.value}
          onValue={(value) => (current.value = value)}
          error={accountProblem(sending, 'current_password')}
        />
        <PasswordField
          isNew
          label={words.newPassword}
          name="new-password"
          rules={passwordRules()}
          value={fresh.value}
          onValue={(value) => (fresh.value = value)}
          error={accountProblem(sending, 'new_password')}
        />
        <SendButton sending={sending}>{words.savePassword}</SendButton>
      </Form>
    </section>
  );
}
