import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sms, SmsSender } from '../../core/platform/sms.ts';

interface Needs {
  readonly folder: string;
  /** Called for every SMS with its kind and file, but without its text. */
  readonly written: (sms: Pick<Sms, 'kind'>, file: string) => void;
}

/** Writes each SMS to a file instead of sending it, for development. The names of the files sort by time. */
export function outboxSmsSender({ folder, written }: Needs): SmsSender {
  let count = 0;
  return {
    async send({ to, text, kind, parts }) {
      const at = new Date().toISOString();
      const name = `${at.replaceAll(':', '-')}-${String((count += 1)).padStart(4, '0')}-${kind}.json`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The file is renamed once it is complete, so that programs that watch the folder never see half an SMS.
      const draft = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
      await writeFile(draft, `${JSON.stringify({ to, text, kind, parts, at }, null, 2)}\n`, { mode: 0o600 });
      await rename(draft, join(folder, name));
      written({ kind }, join(folder, name));
      return { result: 'sent' };
    },
  };
}
