import type { ComponentChildren } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused, useSending } from '../../parts/form.tsx';

/** Asks before something is done that can't be undone: what will happen, a way to do it, and one to leave it. */
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
