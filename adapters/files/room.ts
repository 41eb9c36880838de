import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Larger than the room that some file systems keep inside their entry for a small file. */
const PROBE = Buffer.alloc(4_096);

/** A folder whose room can be checked. */
export interface Room {
  /** Whether the folder takes a new file. Writes a small one, and deletes it. */
  readonly takesFiles: () => Promise<boolean>;
  /** The bytes that are free for this user. NaN if they cannot be read. */
  readonly freeBytes: () => Promise<number>;
}

/** The room in a folder. `name` must differ between processes that share the folder. */
export function roomIn(folder: string, name: string): Room {
  const path = join(folder, `.probe-${name}`);
  return {
    takesFiles: () =>
      writeFile(path, PROBE, { flush: true })
        .finally(() => rm(path, { force: true }))
        .then(
          () => true,
          () => false,
        ),
    freeBytes: () =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.NaN,
      ),
  };
}
