import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Avatars } from '../../core/accounts/ports.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { fewAtOnce } from './few-at-once.ts';
import { MEDIA_TYPES, repaint } from './pictures.ts';
import type { Kind } from './pictures.ts';

interface Needs {
  /** Where the files lie. */
  readonly folder: string;
  readonly baseUrl: string;
}

/** A picture as it is served. */
export interface Media {
  readonly content: Uint8Array;
  readonly mediaType: string;
}

/** Profile pictures that can be looked at. */
export interface AvatarFiles extends Avatars {
  /** Undefined when there is none of that name. Only names that were given out here are ever looked up. */
  read(fileName: string): Promise<Media | undefined>;
}

const FILE_NAME = /^[0-9a-f]{32}\.(png|jpg|webp|gif)$/;

const busy = () => new Refusal('unavailable', 'PICTURES_BUSY', 'Many pictures are being uploaded just now. Please try again in a moment.', { retryAfterSeconds: 5 });

/** Files in one folder, under names that nobody can guess. */
export function avatarFiles({ folder, baseUrl }: Needs): AvatarFiles {
  const inTurn = fewAtOnce(1, 16, busy);

  return {
    keep: (content) => inTurn(async () => {
      const picture = await repaint(content);
      if (!picture) return undefined;
      const name = `${randomBytes(16).toString('hex')}.${picture.kind}`;
      await mkdir(folder, { recursive: true });
      // Under its name there is only ever a whole picture.
      const draft = join(folder, `.${name}.tmp`);
      await writeFile(draft, picture.content);
      await rename(draft, join(folder, name));
      return name;
    }),

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
