type Header = (name: string) => string;

/**
 * True if one of this service's own pages, or a program, makes the request. Anybody can link to this service from a
 * page or a mail. The person who follows such a link may not want its effect.
 */
export function isFirstPartyRequest(header: Header, ownOrigins: readonly string[]): boolean {
  const site = header('sec-fetch-site');
  if (site === 'same-origin' || site === 'same-site') return true;
  // Browsers do not distinguish a typed address, a bookmark and a link in a mail.
  if (site === 'none') return false;
  // No page can send another origin than its own. This recognises an operator portal on another site. It also
  // recognises this service's pages where browsers send no Sec-Fetch-Site: old browsers, and new ones over plain http.
  const referrer = header('referer');
  if (referrer !== '') return URL.canParse(referrer) && ownOrigins.includes(new URL(referrer).origin);
  return site === '' && !isNavigation(header);
}

/** Every browser calls itself Mozilla, and asks for HTML when it opens an address. Few programs do both. */
const isNavigation = (header: Header): boolean =>
  header('user-agent').startsWith('Mozilla/') && header('accept').includes('text/html');
