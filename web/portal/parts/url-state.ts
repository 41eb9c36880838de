import { useLocation, useRoute } from 'preact-iso/router';

export type Filters = Readonly<Record<string, string>>;

/**
 * A list's filters, kept in the address. They survive a reload and the back button, and can be sent to others. `change`
 * sets some filters; an empty text removes one.
 */
export function useUrlState(): readonly [filters: Filters, change: (changes: Filters) => void] {
  // The address of this page. A page that stays until the next one has loaded must keep its filters.
  const { path, query } = useRoute();
  const { route } = useLocation();
  const change = (changes: Filters): void => {
    const wanted = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
    const asked = new URLSearchParams(wanted).toString();
    route(asked ? `${path}?${asked}` : path, true);
  };
  return [query, change];
}
