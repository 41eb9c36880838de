import { to } from '../../api/settings.ts';

/** A base address that only serves to tell paths of this site from other hosts. */
const OWN = 'http://own.invalid';

/** The page to open after a sign-in: `next` if it is a page of this site, otherwise the bookings. */
export function nextPage(next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, OWN)) return '/bookings';
  const { origin, pathname, search } = new URL(next, OWN);
  // Rejects a path that begins with two slashes, because it would lead to another host.
  return origin === OWN && !pathname.startsWith('//') ? pathname + search : '/bookings';
}

/** The address of the sign-in page, which opens `page` after the sign-in. */
export const signInFirst = (page: string): string => `/sign-in?next=${encodeURIComponent(page)}`;

/**
 * Whether a page must be loaded as a new document, because it needs its own Content-Security-Policy, which allows the
 * form that opens the gateway, or because it is a program of its own.
 */
const isDocument = (page: string): boolean => /^\/(?:book|pay|door)\//.test(page);

export function goTo(page: string, route: (url: string, replace?: boolean) => void): void {
  if (isDocument(page)) location.replace(to(page));
  else route(to(page), true);
}
