import type { Calendar } from '../kernel/calendar.ts';
import type { Caller } from './account.ts';
import type { AccountViews, Avatars } from './ports.ts';
import { userGone } from './refusals.ts';

interface Needs {
  readonly accounts: Pick<AccountViews, 'find'>;
  readonly avatars: Pick<Avatars, 'url'>;
  readonly calendar: Calendar;
}

export interface Profile {
  readonly fullName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly emailVerified: boolean;
  /** Empty if there is no picture. */
  readonly avatarUrl: string;
  readonly avatarColor: string;
  /** The local day, `YYYY-MM-DD`. */
  readonly memberSince: string;
}

export type ViewProfile = ReturnType<typeof viewProfile>;

export const viewProfile =
  ({ accounts, avatars, calendar }: Needs) =>
  async ({ userId }: Caller): Promise<Profile> => {
    const account = await accounts.find(userId);
    if (!account) throw userGone();
    const { fullName, email, phone, emailVerified, avatar, avatarColor, createdAt } = account;
    return {
      fullName,
      email,
      phone,
      emailVerified,
      avatarUrl: avatar === null ? '' : avatars.url(avatar),
      avatarColor,
      memberSince: calendar.date(createdAt),
    };
  };
