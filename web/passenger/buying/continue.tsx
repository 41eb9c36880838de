import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refused } from '../../parts/form.tsx';
import type { Sending } from '../../parts/form.tsx';
import { SignInHere } from '../parts/sign-in-here.tsx';
import { w } from '../words.ts';

/** The way on. Whoever is not signed in does that first, on the spot; nothing is lost by it. */
export function Continue({
  sending,
  isReady,
  isSignedIn,
  goOn,
}: {
  readonly sending: Sending;
  /** Whether there is anything to go on with; otherwise it has been said what is missing. */
  readonly isReady: () => boolean;
  readonly isSignedIn: boolean;
  readonly goOn: () => Promise<void>;
}) {
  const isAsked = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const mustSignIn = isAsked.value && !isSignedIn;
  useEffect(() => {
    if (mustSignIn) place.current?.querySelector('input')?.focus();
  }, [mustSignIn]);
  const press = async (): Promise<void> => {
    if (isSignedIn) return goOn();
    isAsked.value = isReady();
  };
  return (
    <>
      <Refused sentence={sending.sentence} />
      {!mustSignIn && (
        <button
          type="button"
          class="main wide"
          aria-busy={sending.isBusy.value}
          onClick={() => void sending.send(press)}
        >
          {w.value.buying.continue}
        </button>
      )}
      <div ref={place}>{mustSignIn && <SignInHere keepsChoice onSignedIn={() => void sending.send(goOn)} />}</div>
    </>
  );
}
