import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { picturesBusy } from '../../core/accounts/refusals.ts';
import { type Kind, MEDIA_TYPES, type Picture } from './pictures.ts';
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

/** Stores the pictures that everybody may see. */
export interface MediaFolder {
  /**
   * Encodes pictures, stores all of them and returns the names of their files. Undefined if `encode` finds no picture.
   *
   * @throws Refusal PICTURES_BUSY, if too many other pictures wait to be encoded
   */
  readonly keep: (encode: () => Promise<readonly Picture[] | undefined>) => Promise<readonly string[] | undefined>;
  readonly remove: (fileName: string) => Promise<void>;
  /** The absolute URL of a picture. */
  readonly url: (fileName: string) => string;
  /** Reads a picture. Undefined if no picture has this name. Only names that `keep` can make are looked up. */
  readonly read: (fileName: string) => Promise<Media | undefined>;
}

const FILE_NAME = /^[0-9a-f]{32}\.(png|jpg|webp|gif)$/;

/**
 * The most pictures that wait to be processed. Pictures are processed one at a time, because each takes dozens of
 * megabytes of memory.
 */
const MAX_WAITING = 16;

/** Stores pictures as files in one folder, under names that nobody can guess. */
export function mediaFolder({ folder, baseUrl }: Needs): MediaFolder {
  const oneByOne = pLimit(1);

  const store = async ({ kind, content }: Picture): Promise<string> => {
    const name = `${randomBytes(16).toString('hex')}.${kind}`;
    await writeWhole(join(folder, name), content, { draft: join(folder, `.${name}.tmp`) });
    return name;
  };

  const remove = async (fileName: string): Promise<void> => {
    if (FILE_NAME.test(fileName)) await rm(join(folder, fileName), { force: true });
  };

  const storeAll = async (pictures: readonly Picture[]): Promise<readonly string[]> => {
    const names: string[] = [];
    try {
      for (const picture of pictures) names.push(await store(picture));
      return names;
    } catch (error) {
      for (const name of names) await remove(name);
      throw error;
    }
  };

  return {
    async keep(encode) {
      if (oneByOne.pendingCount >= MAX_WAITING) throw picturesBusy();
      return oneByOne(async () => {
        const pictures = await encode();
        return pictures && storeAll(pictures);
      });
    },

    remove,

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
