import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { bothCalendars } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { signInFirst } from './next-page.ts';
import './accounts.css';
import { AboutYou } from './about-you.tsx';
import { AddEmail } from './add-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { PhoneSection } from './phone-section.tsx';
import { Picture } from './picture.tsx';
import { SignOut } from './sign-out.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

/** The page of the user's details and ways to sign in. */
export function Profile() {
  const { route } = useLocation();
  useEffect(() => {
    // Redirects to the sign-in only if the visitor arrives signed out. Signing out on this page opens another page.
    if (session.user.peek() === undefined) route(to(signInFirst('/profile')), true);
  }, []);
  return session.user.value === undefined ? null : <Signed />;
}

function Signed() {
  const words = w.value.account;
  const profile = useAsked(async (signal) => api.get('/api/passenger/profile', { signal }), []);
  return (
    <div class="narrow">
      <PageTitle>{words.profileTitle}</PageTitle>
      <Asked of={profile}>
        {(found) => (
          <>
            <section class="card">
              <Picture profile={found} onChange={(url) => profile.set({ ...found, avatar_url: url })} />
              {found.member_since !== null && (
                <p class="faint small">{words.memberSince(bothCalendars(found.member_since))}</p>
              )}
            </section>
            <AboutYou key={found.phone} profile={found} onChange={profile.again} />
            <PhoneSection profile={found} onChange={(change) => profile.set({ ...found, ...change })} />
            {found.email === null && <AddEmail onChange={(change) => profile.set({ ...found, ...change })} />}
            <ChangePassword mayHaveNone={found.phone_verified} />
          </>
        )}
      </Asked>
      <SignOut />
    </div>
  );
}
