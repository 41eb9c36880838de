import type {
  ListedUser,
  UserFilter,
  UserDirectory,
  LoginFilter,
  ListedLogin,
  LoginLogViews,
} from './user-directory.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Account } from './account.ts';
import type { AccountViews } from './ports.ts';
import { userUnknown } from './suspend-user.ts';

export type ListUsers = ReturnType<typeof listUsers>;

export const listUsers =
  ({ userDirectory }: { readonly userDirectory: UserDirectory }) =>
  (filter: UserFilter, page: Page): Promise<Listing<ListedUser>> =>
    userDirectory.list(filter, page);

export type ViewUser = ReturnType<typeof viewUser>;

export const viewUser =
  ({ accounts }: { readonly accounts: Pick<AccountViews, 'find'> }) =>
  async (id: UserId): Promise<Account> => {
    const user = await accounts.find(id);
    if (!user) throw userUnknown();
    return user;
  };

export type ViewLoginLog = ReturnType<typeof viewLoginLog>;

/** Lists sign-in attempts, with IP address, client and outcome. */
export const viewLoginLog =
  ({ loginLogViews }: { readonly loginLogViews: LoginLogViews }) =>
  (filter: LoginFilter, page: Page): Promise<Listing<ListedLogin>> =>
    loginLogViews.list(filter, page);
