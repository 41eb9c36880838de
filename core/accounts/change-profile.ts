import { checkAll } from '../kernel/refusal.ts';
import { type Account, type Caller, type Origin, checkName, checkPassengerPhone, checkPresent } from './account.ts';
import { announceContact } from './contact-change.ts';
import { proveOwner } from './prove-owner.ts';
import {
  avatarMissing,
  avatarTooLarge,
  avatarUnreadable,
  phoneNeedsCode,
  phoneTaken,
  signInAgain,
  userGone,
} from './refusals.ts';
import type { AccountWorld } from './world.ts';

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
  ({ accounts, avatars, calendar }: AccountWorld) =>
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

interface ProfileForm {
  readonly fullName: string;
  /** The new phone number. Undefined if the form has no such field. */
  readonly phone?: string | undefined;
  /** The current password; empty if the form has none. */
  readonly currentPassword: string;
}

export type UpdateProfile = ReturnType<typeof updateProfile>;

/**
 * Changes the user's name and phone number. An empty phone number removes the stored one. A new number starts
 * unverified. A new number, and the removal of a verified one, need the current password or a young sign-in (see
 * proveOwner).
 */
export const updateProfile =
  (needs: AccountWorld) =>
  async (caller: Caller, form: ProfileForm, origin: Origin): Promise<Pick<Account, 'fullName' | 'phone'>> => {
    const { clock, transact } = needs;
    const { userId } = caller;
    const { fullName, phone: typed, currentPassword } = form;
    checkAll(
      () => checkPresent({ full_name: fullName }),
      () => checkName('full_name', fullName),
      () => checkPassengerPhone(typed ?? ''),
    );

    const before = await transact(({ users }) => users.find(userId));
    if (!before) throw userGone();
    const isProved = changesNumber(before, phoneAfter(before, typed));
    if (isProved) await proveOwner(needs)(caller, currentPassword, origin);

    return transact(async (stores) => {
      const { users } = stores;
      if (typed) await users.lockPhone(typed);
      const account = await users.lock(userId);
      if (!account) throw userGone();
      const phone = phoneAfter(account, typed);
      const phoneVerified = account.phoneVerified && phone === account.phone;
      const isChanged = changesNumber(account, phone);
      // Another request may have changed the number since the caller was asked for the password.
      if (isChanged && !isProved) throw signInAgain();
      if (!(await users.saveProfile(userId, { fullName, phone, phoneVerified }))) throw phoneTaken();
      if (isChanged) await announceContact(needs, stores, { account, caller, now: { phone }, origin }, clock());
      return { fullName, phone };
    });
  };

/** Whether an account gets another number, or loses a number that signs its user in. */
const changesNumber = (account: Account, phone: string | null): boolean =>
  phone !== account.phone && (phone !== null || account.phoneVerified);

/**
 * The account's phone number after the form is saved. Throws if the form changes a number that is the only way to sign
 * in. That needs a code which proves the new number.
 */
function phoneAfter(account: Account, typed: string | undefined): string | null {
  const isOnlyKey = account.phoneVerified && !account.emailVerified;
  if (isOnlyKey && typed !== undefined && typed !== account.phone) throw phoneNeedsCode();
  return isOnlyKey ? account.phone : typed || null;
}

export const AVATAR_LIMIT_BYTES = 4 * 1024 * 1024;

export type SetAvatar = ReturnType<typeof setAvatar>;

/**
 * Replaces the caller's picture and returns the new picture's absolute URL. Deletes the previous picture afterwards.
 */
export const setAvatar =
  ({ transact, avatars }: AccountWorld) =>
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
