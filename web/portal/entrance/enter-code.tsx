import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Problem } from '../../api/problem.ts';
import { CodeField, codeIn } from '../../parts/code-field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { sentenceFor } from '../../parts/problem-text.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { News, Outcome } from './sign-in.ts';

/** The code that was mailed to who has given the right password. */
export function EnterCode({
  sent: { ticket, email },
  goOn,
  startOver,
}: {
  readonly sent: { readonly ticket: string; readonly email: string };
  readonly goOn: (outcome: Outcome) => void;
  readonly startOver: (said?: News) => void;
}) {
  const sending = useSending();
  const code = useSignal('');
  const resent = useSignal('');
  const words = w.value.entrance;

  useEffect(() => document.querySelector<HTMLInputElement>('.entrance input')?.focus(), []);

  /** A ticket that is over can't be entered anything for. */
  const orStartOver = (error: unknown): never => {
    if (error instanceof Problem && error.code === 'TICKET_INVALID')
      startOver({ text: sentenceFor(error), isBad: true });
    throw error;
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
      <PageTitle small={words.codeText(email)}>{words.codeTitle}</PageTitle>
      <div class="card">
        <div role="status">{resent.value && <p class="notice good">{resent.value}</p>}</div>
        <Form sending={sending} onSend={verify}>
          <CodeField label={words.code} code={code} error={sending.errorOf('code')} />
          <SendButton sending={sending} class="main wide">
            {words.verify}
          </SendButton>
        </Form>
        <div class="row apart form-end">
          <button type="button" class="link" onClick={() => void sending.send(resend)}>
            {words.resend}
          </button>
          <button type="button" class="link" onClick={() => startOver()}>
            {words.startOver}
          </button>
        </div>
      </div>
    </div>
  );
}
