import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Sending, Refused } from '../../parts/form.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { w } from '../words.ts';

/**
 * The button to the next step. Users who are not signed in first sign in on the same page, and keep what they chose.
 */
export function Continue({
  sending,
  isReady,
  isSignedIn,
  unkept,
  goOn,
}: {
  readonly sending: Sending;
  /** Whether the form is complete. If not, the page has already shown what is missing. */
  readonly isReady: () => boolean;
  readonly isSignedIn: boolean;
  /** The message for visitors who are not signed in: nothing is reserved yet. Undefined while nothing is chosen. */
  readonly unkept: string | undefined;
  readonly goOn: () => Promise<void>;
}) {
  const isAsked = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const mustSignIn = isAsked.value && !isSignedIn;
  // Hides the sign-in while no seat is chosen, but keeps what the user has typed into it.
  const isShown = mustSignIn && unkept !== undefined;
  useEffect(() => {
    if (mustSignIn) place.current?.querySelector('input')?.focus();
  }, [mustSignIn]);
  const press = async (): Promise<void> => {
    if (!isReady()) return;
    if (isSignedIn) return goOn();
    isAsked.value = true;
  };
  return (
    <>
      <Refused sentence={sending.sentence} />
      {!isSignedIn && unkept !== undefined && <p class="notice wait">{unkept}</p>}
      {!isShown && (
        <button
          type="button"
          class="main wide"
          aria-busy={sending.isBusy.value}
          onClick={() => void sending.send(press)}
        >
          {w.value.buying.continue}
        </button>
      )}
      <div ref={place} hidden={!isShown}>
        {mustSignIn && <SignInHere onSignedIn={() => void sending.send(goOn)} />}
      </div>
    </>
  );
}
