import type { Listing, Page } from '../kernel/page.ts';
import type { ListedLogin, LoginFilter, LoginLogViews } from './directory.ts';

export type ViewLoginLog = ReturnType<typeof viewLoginLog>;

/** Who tried to sign in, from where, and how it ended. */
export const viewLoginLog =
  ({ loginLogViews }: { readonly loginLogViews: LoginLogViews }) =>
  (filter: LoginFilter, page: Page): Promise<Listing<ListedLogin>> =>
    loginLogViews.list(filter, page);
