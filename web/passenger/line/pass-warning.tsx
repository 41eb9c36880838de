import { useSignal } from '@preact/signals';
import { doorPass } from '../../api/door-pass.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useSecondsUntil } from '../../parts/use-seconds-until.ts';
import { w } from './door-words.ts';

/** Seconds before the end of a pass at which the user is warned. */
const WARNED_SECONDS = 120;

/** A dialog that warns two minutes before the user's pass ends. */
export function PassWarning() {
  const pass = doorPass();
  const seconds = useSecondsUntil(pass?.until ?? 0);
  const isRead = useSignal(false);
  if (!pass || seconds > WARNED_SECONDS || isRead.value) return null;
  const close = (): void => void (isRead.value = true);
  return (
    <Dialog title={w.value.soonOver} onClose={close}>
      <p>{w.value.soonOverText}</p>
      <button type="button" class="main" onClick={close}>
        {w.value.understood}
      </button>
    </Dialog>
  );
}
