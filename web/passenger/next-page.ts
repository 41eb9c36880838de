import { to } from '../api/settings.ts';

/** Any address will do: it only tells own paths from others. */
const OWN = 'http://own.invalid';

/** Where to go on after signing in: the page that `next` names, if it is one of ours, else the bookings. */
export function nextPage(next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, OWN)) return '/bookings';
  const { origin, pathname, search } = new URL(next, OWN);
  // Two slashes at the beginning would be another host once more.
  return origin === OWN && !pathname.startsWith('//') ? pathname + search : '/bookings';
}

/** The page on which one signs in first and then goes on to `page`. */
export const signInFirst = (page: string): string => `/sign-in?next=${encodeURIComponent(page)}`;

/** Pages with a policy of their own are documents of their own: from them a form leads to the gateway. */
const isDocument = (page: string): boolean => /^\/(?:book|pay)\//.test(page);

export function goTo(page: string, route: (url: string, replace?: boolean) => void): void {
  if (isDocument(page)) location.replace(to(page));
  else route(to(page), true);
}
