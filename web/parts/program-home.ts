import { to } from '../api/settings.ts';

/** The address of the first page of the program (portal, conductor or passengers) that is open. */
export const programHome = (): string =>
  ['/portal', '/conductor'].find((page) => `${location.pathname}/`.startsWith(`${to(page)}/`)) ?? '/';
