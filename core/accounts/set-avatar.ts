import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller } from './account.ts';
import type { AccountStores, Avatars } from './ports.ts';
import { avatarMissing, avatarTooLarge, avatarUnreadable } from './refusals.ts';

interface Needs {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
  readonly avatars: Avatars;
}

export const AVATAR_LIMIT_BYTES = 4 * 1024 * 1024;

export type SetAvatar = ReturnType<typeof setAvatar>;

/** Gives the caller a new picture and returns its absolute URL. The previous one is removed after that. */
export const setAvatar =
  ({ transact, avatars }: Needs) =>
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
