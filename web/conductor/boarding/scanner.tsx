import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import type { KeptManifest, Target } from './kept.ts';
import { scannedTicket, typedTicket } from './ticket.ts';
import { isLarge, judgeNow, shrink } from './verdict.ts';
import { w } from '../words.ts';
import { Camera } from '../parts/camera-later.tsx';

/** Scans tickets by camera, or finds them by what the conductor types: a code, its end, a seat or a phone number. */
export function Scanner({ kept }: { readonly kept: KeptManifest }) {
  const words = w.value.trip;
  const hasCamera = useSignal(false);
  const code = useSignal('');
  useScreenOn(hasCamera.value);

  const wrong = useSignal('');
  const check = async (target: Target): Promise<void> => {
    // Ignores the next ticket until the conductor has read the last verdict.
    if (!isLarge.peek()) await judgeNow(kept, 'BOARD', target, { large: true });
  };
  const checkTyped = async (): Promise<void> => {
    const typed = code.peek();
    if (typed.trim() === '') return;
    const target = typedTicket(typed, kept.manifest);
    if (typeof target === 'string') {
      wrong.value = words.unclear[target];
      return;
    }
    code.value = '';
    shrink();
    await check(target);
  };

  return (
    <section class="scanner">
      {hasCamera.value && <Camera onText={(shown) => check(scannedTicket(shown))} />}
      <button
        type="button"
        class={hasCamera.value ? 'wide scan-button' : 'main wide scan-button'}
        aria-expanded={hasCamera.value}
        onClick={() => (hasCamera.value = !hasCamera.value)}
      >
        {hasCamera.value ? words.stop : words.scan}
      </button>
      <form
        class="by-hand"
        onSubmit={(event) => {
          event.preventDefault();
          void checkTyped();
        }}
      >
        <Field
          label={words.code}
          value={code.value}
          hint={words.codeHint}
          error={wrong.value || undefined}
          onValue={(typed) => {
            code.value = typed;
            wrong.value = '';
          }}
          autoComplete="off"
          spellcheck={false}
        />
        <button type="submit">{words.check}</button>
      </form>
    </section>
  );
}

/** Keeps the screen on while the camera is open. */
function useScreenOn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => void lock.then((held) => held?.release());
  }, [isWanted]);
}
