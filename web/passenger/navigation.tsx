import { useLocation } from 'preact-iso/router';
import { settings, to } from '../api/settings.ts';
import { Link } from '../parts/link.tsx';
import { signInFirst } from './next-page.ts';
import { session } from './session.ts';
import { w } from './first-words.ts';

/** From these somebody who signs in does not want to come back to them. */
const ENTRANCES = ['/', '/sign-in', '/register', '/verify', '/forgot-password', '/reset-password.html'];

/** The links in the header: what somebody who is signed in has, or where one signs in. */
export function Navigation() {
  const { path, url } = useLocation();
  const words = w.value.navigation;
  const here = (page: string) => ({ 'aria-current': path === to(page) ? ('page' as const) : undefined });
  if (!session.user.value) {
    const page = ENTRANCES.some((entrance) => path === to(entrance) || path === settings.base)
      ? '/sign-in'
      : signInFirst(url.slice(settings.base.length));
    return (
      <Link page={page} {...here('/sign-in')}>
        {words.signIn}
      </Link>
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
