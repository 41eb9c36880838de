import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { CodeField, codeIn } from '../../parts/code-field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { isFilledIn } from './account-problem.ts';

export type MailedStep = Schemas['MailedStep'];

/**
 * The second step of a sign-in with a number that was not used for long: a code that was mailed to the account's
 * address tells its user from another holder of the number.
 */
export function MailedCode({
  step,
  onSignedIn,
  onBack,
}: {
  readonly step: MailedStep;
  readonly onSignedIn: () => void;
  readonly onBack: () => void;
}) {
  const words = w.value.account;
  const sending = useSending();
  const code = useSignal('');
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const verify = async (): Promise<void> => {
    if (!isFilledIn(sending, { code: code.value })) return;
    const body = { ticket: step.ticket, code: codeIn(code) };
    const signedIn = await api.post('/api/passenger/phone/verify', { body });
    if ('otp_required' in signedIn) return;
    session.begin(signedIn);
    onSignedIn();
  };

  return (
    <div ref={form}>
      <Form sending={sending} onSend={verify} label={words.signInTitle}>
        <p role="status">{words.mailedToo(step.email)}</p>
        <CodeField label={words.code} code={code} error={sending.errorOf('code')} />
        <SendButton sending={sending} class="main wide">
          {words.verifyCode}
        </SendButton>
      </Form>
      <div class="row apart form-end">
        <button type="button" class="link" onClick={onBack}>
          {words.otherNumber}
        </button>
      </div>
    </div>
  );
}
