import { type WriteFileOptions } from 'node:fs';
import fs from 'node:fs/promises';
import { storageFull } from '../../core/kernel/refusal.ts';

/** Errors of a file system without room: for anybody, or for this user. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes a new file, or leaves none behind.
 *
 * @throws Refusal STORAGE_FULL, if the disk has no room for it
 */
export async function writeWhole(path: string, content: Uint8Array, options?: WriteFileOptions): Promise<void> {
  try {
    await fs.writeFile(path, content, options);
  } catch (error) {
    // A part of a file takes room that nobody would ever give back. A file that was there before stays.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await fs.rm(path, { force: true });
    throw NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '') ? storageFull(error) : error;
  }
}
