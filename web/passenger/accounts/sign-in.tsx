import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { goTo, nextPage } from './next-page.ts';
import './accounts.css';
import { SessionEnded } from './session-ended.tsx';
import { WaysToSignIn } from './ways-to-sign-in.tsx';
import { session } from '../session.ts';
import { w } from '../words.ts';

/** The sign-in page. After the sign-in the user returns to the previous page. */
export function SignIn() {
  const { query } = useRoute();
  const { route } = useLocation();
  const next = nextPage(query['next']);
  const words = w.value.account;
  useEffect(() => {
    if (session.user.peek()) goTo(next, route);
  }, []);
  return (
    <div class="narrow">
      <PageTitle small={words.signInLead}>{words.signInTitle}</PageTitle>
      <SessionEnded />
      <div class="card">
        <WaysToSignIn onSignedIn={() => goTo(next, route)} />
      </div>
      <p class="form-end">
        {words.noAccountYet} <Link page={`/register?next=${encodeURIComponent(next)}`}>{words.registerLink}</Link>
      </p>
      <p class="form-end">
        <Link page="/find-booking">{words.findBooking}</Link>
      </p>
    </div>
  );
}
