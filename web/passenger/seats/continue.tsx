import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Sending, Refused } from '../../parts/form.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { w } from '../words.ts';

/** The button to the next step. Users who are not signed in do that first, in place, and keep what they chose. */
export function Continue({
  sending,
  isReady,
  isSignedIn,
  goOn,
}: {
  readonly sending: Sending;
  /** Whether the form is complete. When false, the page has already said what is missing. */
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
