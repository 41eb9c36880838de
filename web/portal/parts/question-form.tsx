import type { ComponentChildren } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import type { Sending } from '../../parts/form.tsx';
import { w } from '../words.ts';

/** A question that needs to be told something. It stays, with what was typed, until what it names is done. */
export function QuestionForm({
  title,
  yes,
  no = w.value.admin.common.notNow,
  act,
  onClose,
  children,
}: {
  readonly title: string;
  /** What the button says that does it. */
  readonly yes: string;
  /** What the other one says, which changes nothing. */
  readonly no?: string;
  readonly act: (sending: Sending) => Promise<unknown>;
  readonly onClose: () => void;
  /** What will happen, and what has to be filled in. */
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
