import type { ComponentChildren } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused, useSending } from '../../parts/form.tsx';

/**
 * A dialog that asks for confirmation before an action that cannot be undone. It says what will happen, and has one
 * button to confirm and one to cancel.
 */
export function Question({
  title,
  children,
  yes,
  no,
  onYes,
  onNo,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => Promise<unknown>;
  readonly onNo: () => void;
}) {
  const sending = useSending();
  return (
    <Dialog title={title} onClose={onNo}>
      {children}
      <Refused sentence={sending.sentence} />
      <div class="row">
        <button type="button" class="main" aria-busy={sending.isBusy.value} onClick={() => void sending.send(onYes)}>
          {yes}
        </button>
        <button type="button" onClick={onNo}>
          {no}
        </button>
      </div>
    </Dialog>
  );
}
