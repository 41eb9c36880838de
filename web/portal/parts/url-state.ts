import { useLocation } from 'preact-iso/router';

export type Filters = Readonly<Record<string, string>>;

/**
 * What a list is filtered by, kept in the address: it survives a reload and the way back, and can be sent to others.
 * The second changes some of it; an empty text takes a filter away.
 */
export function useUrlState(): readonly [filters: Filters, change: (changes: Filters) => void] {
  const { path, query, route } = useLocation();
  const change = (changes: Filters): void => {
    const wanted = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
    const asked = new URLSearchParams(wanted).toString();
    route(asked ? `${path}?${asked}` : path, true);
  };
  return [query, change];
}
