import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { codeIn } from '../../../parts/code-field.tsx';
import { Form, Refused, SendButton, useSending } from '../../../parts/form.tsx';
import { PasswordField } from '../../../parts/password-field.tsx';
import { toast } from '../../../parts/toast.tsx';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import { AppCodeField } from './app-code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Secret, SetUp } from './set-up.tsx';

/** The state of the section: the app is on, off, being turned on, or being turned off. */
type Shown =
  | { readonly at: 'asking' | 'off' | 'password' | 'on' | 'leaving' }
  | { readonly at: 'scan'; readonly secret: Secret }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

/** Turns the signed-in user's authenticator app on and off. */
export function SecondFactor() {
  const sending = useSending();
  const shown = useSignal<Shown>({ at: 'asking' });
  const words = w.value.secondFactor;
  const show = (next: Shown): void => void (shown.value = next);

  useEffect(
    () =>
      void sending.send(async () => {
        const { totp } = await api.get('/api/auth/me');
        show({ at: totp ? 'on' : 'off' });
      }),
    [],
  );

  const confirm = async (code: string): Promise<void> => {
    const { recovery_codes: codes } = await api.post('/api/auth/totp/confirm', { body: { code } });
    show({ at: 'codes', codes });
  };
  const now = shown.value;

  return (
    <section class="card" aria-labelledby="second-factor">
      <h2 id="second-factor">{words.title}</h2>
      <Refused sentence={sending.sentence} />
      {now.at === 'off' && (
        <>
          <p>{words.offText}</p>
          <button type="button" onClick={() => show({ at: 'password' })}>
            {words.setUp}
          </button>
        </>
      )}
      {now.at === 'password' && (
        <AskPassword start={(secret) => show({ at: 'scan', secret })} cancel={() => show({ at: 'off' })} />
      )}
      {now.at === 'scan' && <SetUp of={now.secret} confirm={confirm} cancel={() => show({ at: 'off' })} />}
      {now.at === 'codes' && <RecoveryCodes codes={now.codes} done={() => show({ at: 'on' })} />}
      {now.at === 'on' && (
        <>
          <p>{words.onText}</p>
          <button type="button" onClick={() => show({ at: 'leaving' })}>
            {words.turnOff}
          </button>
        </>
      )}
      {now.at === 'leaving' && (
        <TurnOff
          done={() => {
            show({ at: 'off' });
            toast(words.turnedOff);
          }}
          cancel={() => show({ at: 'on' })}
        />
      )}
    </section>
  );
}

function AskPassword({ start, cancel }: { readonly start: (secret: Secret) => void; readonly cancel: () => void }) {
  const sending = useSending();
  const password = useSignal('');
  const words = w.value.secondFactor;
  return (
    <Form
      sending={sending}
      label={words.setUp}
      onSend={async () => start(await api.post('/api/auth/totp/start', { body: { password: password.value } }))}
    >
      <OwnPassword password={password} error={sending.errorOf('password')} hint={words.passwordHint} />
      <div class="row">
        <SendButton sending={sending}>{words.goOn}</SendButton>
        <button type="button" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </Form>
  );
}

function TurnOff({ done, cancel }: { readonly done: () => void; readonly cancel: () => void }) {
  const sending = useSending();
  const [password, code] = [useSignal(''), useSignal('')];
  const words = w.value.secondFactor;
  const send = async (): Promise<void> => {
    await api.delete('/api/auth/totp', { body: { password: password.value, code: codeIn(code) } });
    done();
  };
  return (
    <Form sending={sending} label={words.turnOff} onSend={send}>
      <OwnPassword password={password} error={sending.errorOf('password')} />
      <AppCodeField code={code} error={sending.errorOf('code')} isRecovery />
      <div class="row">
        <SendButton sending={sending}>{words.turnOff}</SendButton>
        <button type="button" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </Form>
  );
}

const OwnPassword = ({
  password,
  error,
  hint,
}: {
  readonly password: { value: string };
  readonly error: string | undefined;
  readonly hint?: string;
}) => (
  <PasswordField
    label={w.value.secondFactor.password}
    name="password"
    {...(hint !== undefined && { hint })}
    value={password.value}
    onValue={(value) => (password.value = value)}
    error={error}
  />
);
