import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../core/platform/mailer.ts';
import { type Sender, compose } from './compose.ts';

interface Needs {
  readonly folder: string;
  readonly from: Sender;
  /** The e-mail address or phone number where readers get help. */
  readonly support?: string | undefined;
  /** Called for every mail, with its subject and file but not its content. */
  readonly written: (subject: string, file: string) => void;
}

/** Writes each mail to a file instead of sending it, for development. The names of the files sort by time. */
export function outboxMailer({ folder, from, support, written }: Needs): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let count = 0;

  return {
    async send(mail) {
      const options = compose(mail, from, support);
      const { message } = await transport.sendMail(options);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${String((count += 1)).padStart(4, '0')}-${mail.kind}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The file is renamed once it is complete, so that programs that watch the folder never see half a mail.
      const draft = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(folder, name));
      written(options.subject, join(folder, name));
    },
  };
}
