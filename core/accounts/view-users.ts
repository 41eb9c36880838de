import type { UserId } from '../kernel/ids.ts';
import type { Account } from './account.ts';
import type { AccountViews } from './ports.ts';
import { userUnknown } from './suspend-user.ts';

export type ViewUser = ReturnType<typeof viewUser>;

export const viewUser =
  ({ accounts }: { readonly accounts: Pick<AccountViews, 'find'> }) =>
  async (id: UserId): Promise<Account> => {
    const user = await accounts.find(id);
    if (!user) throw userUnknown();
    return user;
  };
