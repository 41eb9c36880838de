import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { enrol, isRevoked } from './device.ts';
import { catchUp } from './manifests.ts';
import { Camera } from '../parts/camera-later.tsx';
import { Stranded } from './stranded.tsx';
import { w } from '../words.ts';

/** The page that enrols this phone with a company. The link in the office's QR code enrols the phone without typing. */
export function Enrol({ token }: { readonly token: string | undefined }) {
  const words = w.value.enrol;
  const { route } = useLocation();
  const code = useSignal('');
  const hasCamera = useSignal(false);
  const sending = useSending();

  const begin = async (shown: string): Promise<void> => {
    await enrol(shown);
    void catchUp();
    // Removes the used token from the address.
    route(to('/conductor'), true);
  };
  useEffect(() => {
    if (!token) return;
    code.value = token;
    void sending.send(() => begin(token));
  }, [token]);

  return (
    <div class="narrow">
      <PageTitle>{isRevoked.value ? words.again : words.title}</PageTitle>
      <Stranded />
      <div class="card">
        <p>{isRevoked.value ? words.againText : words.text}</p>
        {hasCamera.value && (
          <Camera
            onText={async (text) => {
              hasCamera.value = false;
              await sending.send(() => begin(text));
            }}
          />
        )}
        <button
          type="button"
          class="wide"
          aria-expanded={hasCamera.value}
          onClick={() => (hasCamera.value = !hasCamera.value)}
        >
          {hasCamera.value ? words.stop : words.scan}
        </button>
        <hr class="perforation" />
        <Form sending={sending} onSend={() => begin(code.peek())}>
          <Field
            label={words.code}
            value={code.value}
            onValue={(typed) => (code.value = typed)}
            error={sending.errorOf('token')}
            autoComplete="off"
            spellcheck={false}
          />
          <SendButton sending={sending} class="main wide">
            {sending.isBusy.value ? words.busy : words.enrol}
          </SendButton>
        </Form>
      </div>
    </div>
  );
}
