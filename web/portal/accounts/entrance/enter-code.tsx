import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Problem } from '../../../api/problem.ts';
import { CodeField, codeIn } from '../../../parts/code-field.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { sentenceFor } from '../../../parts/problem-text.ts';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import { AppCodeField } from '../second-factor/app-code-field.tsx';
import type { CodeWanted } from './brought.ts';
import type { News, Outcome } from './sign-in.ts';

/** Asks for the second factor: a code sent by e-mail, or a code that the authenticator app shows. */
export function EnterCode({
  sent: { method, ticket, email },
  goOn,
  startOver,
}: {
  readonly sent: CodeWanted;
  readonly goOn: (outcome: Outcome) => void;
  readonly startOver: (said?: News) => void;
}) {
  const sending = useSending();
  const code = useSignal('');
  const resent = useSignal('');
  const isRecovery = useSignal(false);
  const { entrance: words, secondFactor: app } = w.value;
  const isMailed = method === 'email';

  useEffect(() => document.querySelector<HTMLInputElement>('.entrance input')?.focus(), []);

  /** Starts the sign-in again if the service accepts no more codes for this sign-in. */
  const orStartOver = (error: unknown): never => {
    if (error instanceof Problem && (error.code === 'TICKET_INVALID' || (error.code === 'CODE_EXHAUSTED' && !isMailed)))
      startOver({ text: sentenceFor(error), isBad: true });
    throw error;
  };
  /** Switches between app codes and recovery codes. Empties the field, because the two kinds of code are different. */
  const takeOther = (): void => {
    isRecovery.value = !isRecovery.value;
    code.value = '';
  };
  const verify = async (): Promise<void> => {
    const body = { ticket, code: codeIn(code) };
    goOn(await api.post('/api/auth/verify-otp', { body }).catch(orStartOver));
  };
  const resend = async (): Promise<void> => {
    resent.value = '';
    const { email: address } = await api.post('/api/auth/resend-otp', { body: { ticket } }).catch(orStartOver);
    resent.value = words.resent(address);
  };

  return (
    <div class="entrance">
      <PageTitle small={isMailed ? words.codeText(email) : app.enterText(email)}>{words.codeTitle}</PageTitle>
      <div class="card">
        <div role="status">{resent.value && <p class="notice good">{resent.value}</p>}</div>
        <Form sending={sending} onSend={verify}>
          {isMailed ? (
            <CodeField label={words.code} code={code} error={sending.errorOf('code')} />
          ) : (
            <AppCodeField code={code} error={sending.errorOf('code')} isRecovery={isRecovery.value} />
          )}
          <SendButton sending={sending} class="main wide">
            {words.verify}
          </SendButton>
        </Form>
        <div class="row apart form-end">
          {isMailed ? (
            <button type="button" class="link" onClick={() => void sending.send(resend)}>
              {words.resend}
            </button>
          ) : (
            <button type="button" class="link" onClick={takeOther}>
              {isRecovery.value ? app.useApp : app.useRecovery}
            </button>
          )}
          <button type="button" class="link" onClick={() => startOver()}>
            {words.startOver}
          </button>
        </div>
      </div>
    </div>
  );
}
