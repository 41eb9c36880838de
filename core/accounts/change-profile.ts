import type { Calendar } from '../kernel/calendar.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, type Caller, checkName, checkPassengerPhone, checkPresent } from './account.ts';
import type { AccountStores, AccountViews, Avatars } from './ports.ts';
import { avatarMissing, avatarTooLarge, avatarUnreadable, phoneTaken, userGone } from './refusals.ts';

interface ViewProfileNeeds {
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
  ({ accounts, avatars, calendar }: ViewProfileNeeds) =>
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

interface UpdateProfileNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
}

export type UpdateProfile = ReturnType<typeof updateProfile>;

/** Changes name and phone number. An empty phone number removes it. */
export const updateProfile =
  ({ transact }: UpdateProfileNeeds) =>
  async (
    { userId }: Caller,
    form: { readonly fullName: string; readonly phone: string },
  ): Promise<Pick<Account, 'fullName' | 'phone'>> => {
    checkPresent({ full_name: form.fullName });
    checkName('full_name', form.fullName);
    checkPassengerPhone(form.phone);

    const profile = { fullName: form.fullName, phone: form.phone === '' ? null : form.phone };
    await transact(async ({ users }) => {
      if (!(await users.saveProfile(userId, profile))) throw phoneTaken();
    });
    return profile;
  };

interface SetAvatarNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
  readonly avatars: Avatars;
}

export const AVATAR_LIMIT_BYTES = 4 * 1024 * 1024;

export type SetAvatar = ReturnType<typeof setAvatar>;

/** Gives the caller a new picture and returns its absolute URL. The previous one is removed after that. */
export const setAvatar =
  ({ transact, avatars }: SetAvatarNeeds) =>
  async ({ userId }: Caller, picture: Uint8Array | undefined): Promise<string> => {
    if (picture === undefined || picture.length === 0) throw avatarMissing();
    if (picture.length > AVATAR_LIMIT_BYTES) throw avatarTooLarge();
    const added = await avatars.keep(picture);
    if (added === undefined) throw avatarUnreadable();

    let previous: string | null;
    try {
      previous = await transact(({ users }) => users.setAvatar(userId, added));
    } catch (error) {
      await avatars.remove(added);
      throw error;
    }
    if (previous !== null) await avatars.remove(previous);
    return avatars.url(added);
  };
