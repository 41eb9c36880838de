import { useEffect, useRef } from 'preact/hooks';
import { toast } from '../../../parts/toast.tsx';
import { w } from '../../words.ts';

/** Shows, only once, the one-time codes that the user can enter when the authenticator app is lost. */
export function RecoveryCodes({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const words = w.value.secondFactor;
  useEffect(() => heading.current?.focus(), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast(w.value.frame.copied);
  };
  return (
    <>
      <h3 id="recovery-codes" ref={heading} tabIndex={-1}>
        {words.recoveryTitle}
      </h3>
      <p>{words.recoveryText}</p>
      <ul class="recovery-codes" aria-labelledby="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row no-print">
        {/* Shows no copy button over plain http, because browsers then offer no clipboard. */}
        {'clipboard' in navigator && (
          <button type="button" onClick={() => void copy()}>
            {words.copy}
          </button>
        )}
        <button type="button" onClick={() => window.print()}>
          {words.print}
        </button>
        <button type="button" class="main" onClick={done}>
          {words.kept}
        </button>
      </div>
    </>
  );
}
