import { to } from '../api/settings.ts';

/** The address of the first page of the open app: the portal, the conductor's app or the passengers' pages. */
export const programHome = (): string =>
  ['/portal', '/conductor'].find((page) => `${location.pathname}/`.startsWith(`${to(page)}/`)) ?? '/';
