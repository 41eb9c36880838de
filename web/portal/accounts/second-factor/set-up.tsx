import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { codeIn } from '../../../parts/code-field.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { w } from '../../words.ts';
import { AppCodeField } from './app-code-field.tsx';
import './second-factor.css';

export interface Secret {
  readonly secret: string;
  readonly otpauth_url: string;
}

const GROUP = /.{1,4}/g;

/**
 * Shows the secret for the authenticator app: as a QR code, as a link for this phone, and as text. Entering the first
 * code of the app turns the app on.
 */
export function SetUp({
  of: { secret, otpauth_url },
  confirm,
  cancel,
}: {
  readonly of: Secret;
  readonly confirm: (code: string) => Promise<void>;
  readonly cancel: () => void;
}) {
  const sending = useSending();
  const code = useSignal('');
  const steps = useRef<HTMLParagraphElement>(null);
  const words = w.value.secondFactor;
  useEffect(() => steps.current?.focus(), []);
  return (
    <>
      <p ref={steps} tabIndex={-1}>
        {words.scan}
      </p>
      <div class="second-factor">
        <div>
          <QrCode text={otpauth_url} label={words.qr} />
          <p class="second-factor-here">
            <a class="button" href={otpauth_url}>
              {words.openApp}
            </a>
          </p>
        </div>
        <div>
          <p class="faint">{words.orType}</p>
          <p class="second-factor-secret">
            <code>{(secret.match(GROUP) ?? []).join(' ')}</code>
          </p>
          <Form sending={sending} onSend={() => confirm(codeIn(code))}>
            <AppCodeField code={code} error={sending.errorOf('code')} />
            <div class="row">
              <SendButton sending={sending}>{words.turnOn}</SendButton>
              <button type="button" onClick={cancel}>
                {words.cancel}
              </button>
            </div>
          </Form>
        </div>
      </div>
    </>
  );
}
