import { useLocation } from 'preact-iso/router';
import { settings, to } from '../api/settings.ts';
import { Link } from '../parts/link.tsx';
import { signInFirst } from './accounts/next-page.ts';
import { session } from './session.ts';
import { w } from './first-words.ts';

/** Pages to which the user does not return after a sign-in. */
const ENTRANCES = ['/', '/sign-in', '/register', '/verify', '/forgot-password', '/reset-password.html'];

/** The header's links: the user's pages, or the sign-in. */
export function Navigation() {
  const { path, url } = useLocation();
  const words = w.value.navigation;
  const here = (page: string) => ({ 'aria-current': path === to(page) ? ('page' as const) : undefined });
  if (!session.user.value) {
    const page = ENTRANCES.some((entrance) => path === to(entrance) || path === settings.base)
      ? '/sign-in'
      : signInFirst(url.slice(settings.base.length));
    return (
      <>
        <Link page="/find-booking" {...here('/find-booking')}>
          {w.value.search.myTicket}
        </Link>
        <Link page={page} {...here('/sign-in')}>
          {words.signIn}
        </Link>
      </>
    );
  }
  return (
    <>
      <Link page="/bookings" {...here('/bookings')}>
        {words.bookings}
      </Link>
      <Link page="/profile" {...here('/profile')}>
        {words.profile}
      </Link>
    </>
  );
}
