import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { nextPage, signInFirst } from './next-page.ts';
import './accounts.css';
import { RegisterForm } from './register-form.tsx';
import { w } from '../words.ts';

/** The page that makes an account. It then asks for the code that was mailed to the user. */
export function Register() {
  const { query } = useRoute();
  const { route } = useLocation();
  const next = nextPage(query['next']);
  const words = w.value.account;
  return (
    <div class="narrow">
      <PageTitle small={words.registerText}>{words.registerTitle}</PageTitle>
      <div class="card">
        <RegisterForm onSignedIn={() => route(to(`/verify?next=${encodeURIComponent(next)}`), true)} />
      </div>
      <p class="form-end">
        {words.haveAccount} <Link page={signInFirst(next)}>{words.signInLink}</Link>
      </p>
    </div>
  );
}
