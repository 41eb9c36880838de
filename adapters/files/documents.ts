import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentFiles } from '../../core/fleet/document-ports.ts';
import { writeWhole } from './write-whole.ts';

const KEY = /^[0-9a-f]{32}$/;

/** Stores the files of documents in one folder that browsers cannot reach. File names are random. */
export function documentFiles(folder: string): DocumentFiles {
  const keptSince = async (key: string): Promise<number> =>
    (await stat(join(folder, key)).catch(absent))?.mtimeMs ?? Infinity;

  return {
    async keep(content) {
      const key = randomBytes(16).toString('hex');
      await writeWhole(join(folder, key), content, { flag: 'wx', mode: 0o600, folderMode: 0o700, flush: true });
      return key;
    },

    async read(key) {
      return KEY.test(key) ? readFile(join(folder, key)).catch(absent) : undefined;
    },

    async remove(key) {
      if (KEY.test(key)) await rm(join(folder, key), { force: true });
    },

    async keptBefore(moment) {
      const keys = ((await readdir(folder).catch(absent)) ?? []).filter((name) => KEY.test(name));
      const old: string[] = [];
      for (const key of keys) if ((await keptSince(key)) < moment) old.push(key);
      return old;
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
