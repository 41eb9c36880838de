import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { CodeField, codeIn } from '../../parts/code-field.tsx';
import { type Sending, Form, SendButton } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { w } from '../words.ts';
import { isFilledIn } from './account-problem.ts';

/** Proves that a phone number or an e-mail address is the user's. `ticket` is the id of the request for the code. */
export interface Proof {
  readonly ticket: string;
  readonly code: string;
}

interface Props {
  readonly label: string;
  readonly sending: Sending;
  /** The fields of the first step. */
  readonly children: ComponentChildren;
  /** Requests a code for the typed number or address. If a field is empty, shows an error and returns undefined. */
  readonly ask: () => Promise<Schemas['SentCode'] | undefined>;
  /** The phone number or e-mail address that gets the code, as typed. */
  readonly receiver: string;
  /** The fields below the code. */
  readonly more?: ComponentChildren;
  readonly prove: (proof: Proof) => Promise<unknown>;
  /** The label of the link back to the first step, such as "Use another number". */
  readonly otherReceiver: string;
}

/**
 * A form in two steps: first the phone number or e-mail address, then the code sent there. Typed text stays if the
 * service refuses a step.
 */
export function ProveByCode({ sending, children, ask, prove, receiver, more, otherReceiver, label }: Props) {
  const words = w.value.account;
  const ticket = useSignal('');
  const code = useSignal('');
  const form = useRef<HTMLDivElement>(null);
  const isSent = ticket.value !== '';
  useEffect(() => {
    if (isSent) form.current?.querySelector('input')?.focus();
  }, [isSent]);

  const send = async (): Promise<void> => {
    const sent = await ask();
    if (!sent) return;
    code.value = '';
    ticket.value = sent.ticket;
  };
  const resend = async (): Promise<void> => {
    await send();
    toast(words.resent);
  };
  const onSend = async (): Promise<void> => {
    if (!isSent) return send();
    if (isFilledIn(sending, { code: code.value })) await prove({ ticket: ticket.value, code: codeIn(code) });
  };

  return (
    <div ref={form}>
      <Form sending={sending} onSend={onSend} label={label}>
        {isSent ? (
          <SecondStep sentence={words.codeSentTo(receiver)} code={code} sending={sending}>
            {more}
          </SecondStep>
        ) : (
          children
        )}
        <SendButton sending={sending} class="main wide">
          {isSent ? words.verifyCode : words.sendCode}
        </SendButton>
      </Form>
      {isSent && (
        <div class="row apart form-end">
          <button type="button" class="link" onClick={() => void sending.send(resend)}>
            {words.resend}
          </button>
          <button
            type="button"
            class="link"
            onClick={() => {
              sending.refuse('');
              ticket.value = '';
            }}
          >
            {otherReceiver}
          </button>
        </div>
      )}
    </div>
  );
}

const SecondStep = ({
  sentence,
  code,
  sending,
  children,
}: {
  readonly sentence: string;
  readonly code: Signal<string>;
  readonly sending: Sending;
  readonly children: ComponentChildren;
}) => (
  <>
    <p role="status">{sentence}</p>
    <CodeField label={w.value.account.code} code={code} error={sending.errorOf('code')} />
    {children}
  </>
);
