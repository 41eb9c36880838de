import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { to } from '../../api/settings.ts';
import { w } from '../words.ts';
import './accounts.css';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Signs in or makes an account in the middle of another page. `onSignedIn` is called once the session has begun. */
export function SignInHere({
  onSignedIn,
  keepsChoice = false,
}: {
  readonly onSignedIn: () => void;
  /** Whether to say that the user's choice is kept. */
  readonly keepsChoice?: boolean;
}) {
  const isNew = useSignal(false);
  const section = useRef<HTMLElement>(null);
  const hasSwitched = useRef(false);
  const words = w.value.account;

  useEffect(() => {
    if (hasSwitched.current) section.current?.querySelector('input')?.focus();
    hasSwitched.current = true;
  }, [isNew.value]);

  return (
    <section ref={section} class="card sign-in-here" aria-labelledby="sign-in-here">
      <h2 id="sign-in-here">{isNew.value ? words.registerTitle : words.signInHereTitle}</h2>
      {keepsChoice && <p class="faint">{words.signInHereText}</p>}
      {isNew.value ? <RegisterForm onSignedIn={onSignedIn} /> : <SignInForm onSignedIn={onSignedIn} />}
      <p class="form-end">
        {isNew.value ? words.haveAccount : words.noAccountYet}{' '}
        <a
          href={to(isNew.value ? '/sign-in' : '/register')}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            // Neither the browser nor the router may follow this link.
            event.preventDefault();
            event.stopPropagation();
            isNew.value = !isNew.value;
          }}
        >
          {isNew.value ? words.signInLink : words.registerLink}
        </a>
      </p>
    </section>
  );
}
