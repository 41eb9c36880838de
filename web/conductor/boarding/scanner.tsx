import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import type { KeptManifest } from './kept.ts';
import { targetOf } from './ticket.ts';
import { isLarge, judgeNow, shrink } from './verdict.ts';
import { w } from '../words.ts';
import { Camera } from '../parts/camera-later.tsx';

/** Scans tickets by camera, or accepts their typed code. */
export function Scanner({ kept }: { readonly kept: KeptManifest }) {
  const words = w.value.trip;
  const hasCamera = useSignal(false);
  const code = useSignal('');
  useScreenOn(hasCamera.value);

  const check = async (shown: string): Promise<void> => {
    // Ignores the next ticket until the conductor has read the last verdict.
    if (shown.trim() === '' || isLarge.peek()) return;
    await judgeNow(kept, 'BOARD', targetOf(shown, kept.manifest), { large: true });
  };

  return (
    <section class="scanner">
      {hasCamera.value && <Camera onText={check} />}
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
          const typed = code.peek();
          code.value = '';
          shrink();
          void check(typed);
        }}
      >
        <Field
          label={words.code}
          value={code.value}
          onValue={(typed) => (code.value = typed)}
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
