import type { Avatars } from '../../core/accounts/ports.ts';
import type { MediaFolder } from './media.ts';
import { encodeSquare } from './pictures.ts';

/** Stores profile pictures, each in one file. */
export const avatarFiles = (media: MediaFolder): Avatars => ({
  async keep(content) {
    const names = await media.keep(async () => {
      const picture = await encodeSquare(content);
      return picture && [picture];
    });
    return names?.[0];
  },
  remove: media.remove,
  url: media.url,
});
