import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Field } from '../../parts/field.tsx';
import { type Sending, Form, SendButton, useSending } from '../../parts/form.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { w } from '../words.ts';

/** The form in which an administrator approves a bus or document, or rejects it with a reason. */
export function Decision({
  of,
  revision = 0,
  onApprove,
  onReject,
  children,
}: {
  /** The bus or document, such as `bus-6`. */
  readonly of: string;
  /** The revision that the administrator looks at. A reason typed about an earlier revision is dropped. */
  readonly revision?: number;
  /** Approves a bus or document; undefined if it is already approved. */
  readonly onApprove?: (() => Promise<unknown>) | undefined;
  readonly onReject: (reason: string) => Promise<unknown>;
  /** Fields that the administrator may correct before the decision. */
  readonly children?: (sending: Sending) => ComponentChildren;
}) {
  const words = w.value.admin.reviews;
  const sending = useSending();
  const reason = useSignal('');
  const kept = useKeptFields(`decision-${of}`, revision, { reason });
  const approve = async (): Promise<void> => {
    await onApprove?.();
    kept.saved();
  };
  const reject = async (): Promise<void> => {
    const why = reason.value.trim();
    if (why === '') sending.refuse('', { reason: words.reasonMissing });
    else {
      await onReject(why);
      kept.saved();
    }
  };
  return (
    <Form sending={sending} label={words.decision} onSend={onApprove ? approve : reject}>
      {onApprove && children?.(sending)}
      <Field
        label={words.reason}
        required={false}
        hint={words.reasonHint}
        maxLength={500}
        value={reason.value}
        error={sending.errorOf('reason')}
        onValue={(value) => (reason.value = value)}
      />
      <div class="row">
        {onApprove && <SendButton sending={sending}>{words.approve}</SendButton>}
        <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(reject)}>
          {words.reject}
        </button>
      </div>
    </Form>
  );
}
