import type { ComponentChildren } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import { type Sending, Form, SendButton, useSending } from '../../parts/form.tsx';
import { w } from '../words.ts';

/** A dialog with fields. It stays open and keeps what the user typed until its action succeeds. */
export function QuestionForm({
  title,
  yes,
  no = w.value.admin.common.notNow,
  act,
  onClose,
  children,
}: {
  readonly title: string;
  /** The label of the button that runs the action. */
  readonly yes: string;
  /** The label of the button that closes the dialog without the action. */
  readonly no?: string;
  readonly act: (sending: Sending) => Promise<unknown>;
  readonly onClose: () => void;
  /** The content of the dialog: the consequences of the action, and the fields to fill in. */
  readonly children: (sending: Sending) => ComponentChildren;
}) {
  const sending = useSending();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form sending={sending} onSend={() => act(sending)}>
        {children(sending)}
        <div class="row">
          <SendButton sending={sending}>{yes}</SendButton>
          <button type="button" onClick={onClose}>
            {no}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
