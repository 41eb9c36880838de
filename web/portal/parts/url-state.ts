import { useLocation, useRoute } from 'preact-iso/router';

export type Filters = Readonly<Record<string, string>>;

/**
 * A list's filters, stored in the page's address. So the filters survive a reload and the back button, and users can
 * send the address to others. `change` sets some filters; an empty text removes a filter.
 */
export function useUrlState(): readonly [filters: Filters, change: (changes: Filters) => void] {
  // Reads the route of this page. The page stays until the next page has loaded, and must keep its filters.
  const { path, query } = useRoute();
  const { route } = useLocation();
  const change = (changes: Filters): void => {
    const wanted = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
    const asked = new URLSearchParams(wanted).toString();
    route(asked ? `${path}?${asked}` : path, true);
  };
  return [query, change];
}
