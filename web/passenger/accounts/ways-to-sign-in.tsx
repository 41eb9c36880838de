import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { InPlaceLink } from './in-place-link.tsx';
import { PhoneForm } from './phone-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { w } from '../words.ts';

/** Signs in by phone number and code, or with a password. */
export function WaysToSignIn({
  onSignedIn,
  onWay,
}: {
  readonly onSignedIn: () => void;
  /** Called with the way to sign in that the user has chosen. */
  readonly onWay?: (way: 'phone' | 'password') => void;
}) {
  const words = w.value.account;
  const isByPassword = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const hasSwitched = useRef(false);
  useEffect(() => {
    if (hasSwitched.current) place.current?.querySelector('input')?.focus();
    hasSwitched.current = true;
  }, [isByPassword.value]);
  const onPress = (): void => {
    isByPassword.value = !isByPassword.value;
    onWay?.(isByPassword.value ? 'password' : 'phone');
  };
  return (
    <div ref={place}>
      {isByPassword.value ? <SignInForm onSignedIn={onSignedIn} /> : <PhoneForm onSignedIn={onSignedIn} />}
      <p class="form-end">
        <InPlaceLink page="/sign-in" onPress={onPress}>
          {isByPassword.value ? words.withPhone : words.withPassword}
        </InPlaceLink>
      </p>
    </div>
  );
}
