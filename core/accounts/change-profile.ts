import type { Calendar } from '../kernel/calendar.ts';
import { checkAll } from '../kernel/refusal.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, type Caller, checkName, checkPassengerPhone, checkPresent } from './account.ts';
import type { AccountStores, AccountViews, Avatars } from './ports.ts';
import { avatarMissing, avatarTooLarge, avatarUnreadable, phoneNeedsCode, phoneTaken, userGone } from './refusals.ts';

interface ViewProfileNeeds {
  readonly accounts: Pick<AccountViews, 'find'>;
  readonly avatars: Pick<Avatars, 'url'>;
  readonly calendar: Calendar;
}

export interface Profile {
  readonly fullName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
  /** The URL of the user's picture; empty if there is none. */
  readonly avatarUrl: string;
  readonly avatarColor: string;
  /** The local day on which the account was opened, `YYYY-MM-DD`. */
  readonly memberSince: string;
}

export type ViewProfile = ReturnType<typeof viewProfile>;

export const viewProfile =
  ({ accounts, avatars, calendar }: ViewProfileNeeds) =>
  async ({ userId }: Caller): Promise<Profile> => {
    const account = await accounts.find(userId);
    if (!account) throw userGone();
    const { fullName, email, phone, emailVerified, phoneVerified, avatar, avatarColor, createdAt } = account;
    return {
      fullName,
      email,
      phone,
      emailVerified,
      phoneVerified,
      avatarUrl: avatar === null ? '' : avatars.url(avatar),
      avatarColor,
      memberSince: calendar.date(createdAt),
    };
  };

interface UpdateProfileNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
}

interface ProfileForm {
  readonly fullName: string;
  /** The new phone number. Undefined if the form has no such field. */
  readonly phone?: string | undefined;
}

export type UpdateProfile = ReturnType<typeof updateProfile>;

/**
 * Changes the user's name and phone number. An empty phone number removes the stored one. A new number starts
 * unverified.
 */
export const updateProfile =
  ({ transact }: UpdateProfileNeeds) =>
  async ({ userId }: Caller, form: ProfileForm): Promise<Pick<Account, 'fullName' | 'phone'>> => {
    const { fullName, phone: typed } = form;
    checkAll(
      () => checkPresent({ full_name: fullName }),
      () => checkName('full_name', fullName),
      () => checkPassengerPhone(typed ?? ''),
    );

    return transact(async ({ users }) => {
      if (typed) await users.lockPhone(typed);
      const account = await users.lock(userId);
      if (!account) throw userGone();
      const phone = phoneAfter(account, typed);
      const phoneVerified = account.phoneVerified && phone === account.phone;
      if (!(await users.saveProfile(userId, { fullName, phone, phoneVerified }))) throw phoneTaken();
      return { fullName, phone };
    });
  };

/**
 * The account's phone number after the form is saved. Throws if the form changes a number that is the only way to sign
 * in. That needs a code which proves the new number.
 */
function phoneAfter(account: Account, typed: string | undefined): string | null {
  const isOnlyKey = account.phoneVerified && !account.emailVerified;
  if (isOnlyKey && typed !== undefined && typed !== account.phone) throw phoneNeedsCode();
  return isOnlyKey ? account.phone : typed || null;
}

interface SetAvatarNeeds {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
  readonly avatars: Avatars;
}

export const AVATAR_LIMIT_BYTES = 4 * 1024 * 1024;

export type SetAvatar = ReturnType<typeof setAvatar>;

/**
 * Replaces the caller's picture and returns the new picture's absolute URL. Deletes the previous picture afterwards.
 */
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
