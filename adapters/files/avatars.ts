import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Avatars } from '../../core/accounts/ports.ts';
import { picturesBusy } from '../../core/accounts/refusals.ts';
import { type Kind, MEDIA_TYPES, reencode } from './pictures.ts';
import { writeWhole } from './write-whole.ts';

interface Needs {
  readonly folder: string;
  readonly baseUrl: string;
}

/** A picture with its media type, as browsers get it. */
export interface Media {
  readonly content: Uint8Array;
  readonly mediaType: string;
}

/** Stores profile pictures, and reads them for the service's own pages. */
export interface AvatarFiles extends Avatars {
  /** Reads a picture. Undefined if no picture has this name. Only names that `keep` can make are looked up. */
  read(fileName: string): Promise<Media | undefined>;
}

const FILE_NAME = /^[0-9a-f]{32}\.(png|jpg|webp|gif)$/;

/**
 * The most pictures that wait to be processed. Pictures are processed one at a time, because each takes dozens of
 * megabytes of memory.
 */
const MAX_WAITING = 16;

/** Stores pictures as files in one folder, under names that nobody can guess. */
export function avatarFiles({ folder, baseUrl }: Needs): AvatarFiles {
  const oneByOne = pLimit(1);

  const store = async (content: Uint8Array): Promise<string | undefined> => {
    const picture = await reencode(content);
    if (!picture) return undefined;
    const name = `${randomBytes(16).toString('hex')}.${picture.kind}`;
    await mkdir(folder, { recursive: true });
    // The file is renamed once it is complete, so that nobody reads half a picture under its final name.
    const draft = join(folder, `.${name}.tmp`);
    await writeWhole(draft, picture.content);
    await rename(draft, join(folder, name));
    return name;
  };

  return {
    async keep(content) {
      if (oneByOne.pendingCount >= MAX_WAITING) throw picturesBusy();
      return oneByOne(() => store(content));
    },

    async remove(fileName) {
      if (FILE_NAME.test(fileName)) await rm(join(folder, fileName), { force: true });
    },

    url: (fileName) => `${baseUrl}/media/${fileName}`,

    async read(fileName) {
      const kind = FILE_NAME.exec(fileName)?.[1] as Kind | undefined;
      if (kind === undefined) return undefined;
      const content = await readFile(join(folder, fileName)).catch(absent);
      return content && { content, mediaType: MEDIA_TYPES[kind] };
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
