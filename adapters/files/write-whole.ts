import fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageFull } from '../../core/kernel/refusal.ts';

/** Errors of a file system without room: for anybody, or for this user. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

interface HowToWrite {
  readonly flag?: 'wx';
  /** The permissions of the file, and of its folder if that has to be made. */
  readonly mode?: number;
  readonly folderMode?: number;
  /** True if the file must be on the disk before this resolves. */
  readonly flush?: boolean;
  /** Where the file is written before it gets its name, so that nobody reads half of it. Default: at its place. */
  readonly draft?: string;
}

/**
 * Writes a new file, or leaves none behind. Makes its folder if there is none.
 *
 * @throws Refusal STORAGE_FULL, if the disk has no room for it
 */
export async function writeWhole(
  path: string,
  content: Uint8Array,
  { folderMode, draft = path, ...options }: HowToWrite = {},
): Promise<void> {
  try {
    await fs.mkdir(dirname(path), { recursive: true, mode: folderMode });
    await fs.writeFile(draft, content, options);
    if (draft !== path) await fs.rename(draft, path);
  } catch (error) {
    // A part of a file takes room that nobody would ever give back. A file that was there before stays.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await fs.rm(draft, { force: true });
    throw NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '') ? storageFull(error) : error;
  }
}
