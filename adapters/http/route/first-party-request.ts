type Header = (name: string) => string;

/**
 * Whether the request comes from a page of this service or from a program. Anybody can put a link to this service into
 * a page or mail. A person who follows the link may not want its effect.
 */
export function isFirstPartyRequest(header: Header, ownOrigins: readonly string[]): boolean {
  const site = header('sec-fetch-site');
  if (site === 'same-origin' || site === 'same-site') return true;
  // Browsers send `none` for a typed address and a bookmark, but also for a link in a mail.
  if (site === 'none') return false;
  // A page cannot send the origin of another page as its Referer. The check finds an operator portal on another site.
  // The check also finds pages of this service if a browser sends no Sec-Fetch-Site, such as over plain http.
  const referrer = header('referer');
  if (referrer !== '') return URL.canParse(referrer) && ownOrigins.includes(new URL(referrer).origin);
  return site === '' && !isNavigation(header);
}

/**
 * Whether a browser opens the address as a page. Every browser then calls itself Mozilla and asks for HTML. Few other
 * programs do both.
 */
const isNavigation = (header: Header): boolean =>
  header('user-agent').startsWith('Mozilla/') && header('accept').includes('text/html');
