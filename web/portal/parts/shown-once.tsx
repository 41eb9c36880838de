import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { w } from '../words.ts';

/** A dialog with a key or secret that the service shows only once. It is selected, and can be copied. */
export function ShownOnce({
  title,
  text,
  label,
  value,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
}) {
  const words = w.value.frame;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => line.current?.querySelector('input')?.select(), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    toast(words.copied);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div ref={line}>
        <Field label={label} value={value} readOnly spellcheck={false} onValue={() => undefined} />
      </div>
      <div class="row">
        {/* Shows no copy button over plain http, because browsers then offer no clipboard. */}
        {'clipboard' in navigator && (
          <button type="button" class="main" onClick={() => void copy()}>
            {words.copy}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}
