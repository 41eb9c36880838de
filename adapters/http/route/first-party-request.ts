type Header = (name: string) => string;

/**
 * True if one of our own pages, or a program, makes the request. Anybody can put a link to us into a page or a mail, so
 * the person who follows it may not want its effect.
 */
export function isFirstPartyRequest(header: Header, ownOrigins: readonly string[]): boolean {
  const site = header('sec-fetch-site');
  if (site === 'same-origin' || site === 'same-site') return true;
  // A typed address, a bookmark or a link in a mail: browsers do not tell them apart.
  if (site === 'none') return false;
  // No page can send another origin than its own. This is how an operator portal on another site is recognised, and our
  // own pages wherever browsers send no Sec-Fetch-Site: old ones never do, new ones not over plain http.
  const referrer = header('referer');
  if (referrer !== '') return URL.canParse(referrer) && ownOrigins.includes(new URL(referrer).origin);
  return site === '' && !isNavigation(header);
}

/** Every browser calls itself Mozilla, and asks for HTML when it opens an address. Few programs do both. */
const isNavigation = (header: Header): boolean =>
  header('user-agent').startsWith('Mozilla/') && header('accept').includes('text/html');
