import type { ComponentChildren } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import { type Sending, Form, SendButton, useSending } from '../../parts/form.tsx';
import { w } from '../words.ts';

/** A dialog with fields. The dialog stays open, with the typed values, until its action succeeds. */
export function QuestionForm({
  title,
  yes,
  no = w.value.admin.common.notNow,
  act,
  onClose,
  children,
}: {
  readonly title: string;
  /** The label of the button that does what the dialog asks. */
  readonly yes: string;
  /** The label of the button that leaves the dialog. */
  readonly no?: string;
  readonly act: (sending: Sending) => Promise<unknown>;
  readonly onClose: () => void;
  /** The consequences, and the fields to fill in. */
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
