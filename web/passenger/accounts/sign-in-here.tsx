import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { w } from '../words.ts';
import './accounts.css';
import { InPlaceLink } from './in-place-link.tsx';
import { SessionEnded } from './session-ended.tsx';
import { RegisterForm } from './register-form.tsx';
import { WaysToSignIn } from './ways-to-sign-in.tsx';

/** Signs in or makes an account in the middle of another page. `onSignedIn` is called once the session has begun. */
export function SignInHere({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const way = useSignal<'phone' | 'password' | 'register'>('phone');
  const section = useRef<HTMLElement>(null);
  const hasSwitched = useRef(false);
  const words = w.value.account;
  const isNew = way.value === 'register';

  useEffect(() => {
    if (hasSwitched.current) section.current?.querySelector('input')?.focus();
    hasSwitched.current = true;
  }, [isNew]);

  return (
    <section ref={section} class="card sign-in-here" aria-labelledby="sign-in-here">
      <h2 id="sign-in-here">{isNew ? words.registerTitle : words.signInHereTitle}</h2>
      <SessionEnded />
      {isNew ? (
        <RegisterForm onSignedIn={onSignedIn} />
      ) : (
        <WaysToSignIn onSignedIn={onSignedIn} onWay={(chosen) => (way.value = chosen)} />
      )}
      {way.value !== 'phone' && (
        <p class="form-end">
          {isNew ? words.haveAccount : words.noAccountYet}{' '}
          <InPlaceLink
            page={isNew ? '/sign-in' : '/register'}
            onPress={() => (way.value = isNew ? 'phone' : 'register')}
          >
            {isNew ? words.signInLink : words.registerLink}
          </InPlaceLink>
        </p>
      )}
    </section>
  );
}
