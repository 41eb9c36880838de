/** The longest URL that a payment may be opened with. */
export const LONGEST_URL = 500;

/**
 * Returns the path and query at which the service itself answers `url`, without the path of `baseUrl`. Undefined unless
 * the URL leads to this service, below `/api/payments/`. The sandbox requests no other URL, because anybody may name
 * one.
 */
export function returnPath(url: string, baseUrl: string): string | undefined {
  if (url.length > LONGEST_URL || !URL.canParse(url)) return undefined;
  const [{ origin, pathname, search }, base] = [new URL(url), new URL(baseUrl)];
  const folder = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${folder}/api/payments/`)) return undefined;
  return `${pathname.slice(folder.length)}${search}`;
}
