import type { Transact } from '../kernel/unit-of-work.ts';
import type { Caller } from './caller.ts';
import type { AccountStores, Avatars } from './ports.ts';
import { avatarMissing, avatarTooLarge, avatarUnreadable } from './refusals.ts';

interface Needs {
  readonly transact: Transact<Pick<AccountStores, 'users'>>;
  readonly avatars: Avatars;
}

export const AVATAR_LIMIT_BYTES = 4 * 1024 * 1024;

/** What came with the form: nothing, too much, or a file. */
type Picture = { readonly content: Uint8Array } | 'too large' | undefined;

export type SetAvatar = ReturnType<typeof setAvatar>;

/** Gives the caller a new picture and answers its absolute URL. The one before it goes only when the new one is in its place. */
export const setAvatar = ({ transact, avatars }: Needs) =>
  async ({ userId }: Caller, picture: Picture): Promise<string> => {
    if (picture === undefined || (picture !== 'too large' && picture.content.length === 0)) throw avatarMissing();
    if (picture === 'too large' || picture.content.length > AVATAR_LIMIT_BYTES) throw avatarTooLarge();
    const fresh = await avatars.keep(picture.content);
    if (fresh === undefined) throw avatarUnreadable();

    let former: string | null;
    try {
      former = await transact(({ users }) => users.setAvatar(userId, fresh));
    } catch (error) {
      await avatars.remove(fresh);
      throw error;
    }
    if (former !== null) await avatars.remove(former);
    return avatars.url(fresh);
  };
