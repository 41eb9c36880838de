import { to } from '../api/settings.ts';

/** The first page of the program whose page is shown. */
export const programHome = (): string =>
  ['/portal', '/conductor'].find((page) => `${location.pathname}/`.startsWith(`${to(page)}/`)) ?? '/';
