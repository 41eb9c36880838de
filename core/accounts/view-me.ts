import type { Calendar } from '../kernel/calendar.ts';
import type { Account, Caller } from './account.ts';
import type { AccountViews } from './ports.ts';
import { userGone } from './refusals.ts';

interface Needs {
  readonly accounts: Pick<AccountViews, 'find' | 'hasSecondFactor'>;
  readonly calendar: Calendar;
}

export interface Me extends Pick<Account, 'id' | 'fullName' | 'email' | 'role'> {
  /** When the access token expires, in local time, `YYYY-MM-DD HH:MM`. */
  readonly expiresAt: string;
  /** True if the account has an authenticator app. */
  readonly totp: boolean;
}

export type ViewMe = ReturnType<typeof viewMe>;

/** Who is signed in, in which role, and for how long. */
export const viewMe =
  ({ accounts, calendar }: Needs) =>
  async ({ userId, role, tokenExpiresAt }: Caller): Promise<Me> => {
    const account = await accounts.find(userId);
    if (!account) throw userGone();
    return {
      id: account.id,
      fullName: account.fullName,
      email: account.email,
      role,
      expiresAt: calendar.text(tokenExpiresAt),
      totp: await accounts.hasSecondFactor(account.id),
    };
  };
