import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../core/delivery/mailer.ts';
import { compose } from './compose.ts';
import type { Sender } from './compose.ts';

interface Needs {
  readonly folder: string;
  readonly from: Sender;
  /** Where readers get help: an e-mail address or a phone number. */
  readonly support?: string | undefined;
  /** Called for every mail, with its subject and file but not its content. */
  readonly written: (subject: string, file: string) => void;
}

/** For development: writes each mail to a file instead of sending it. The names of the files sort by time. */
export function outboxMailer({ folder, from, support, written }: Needs): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let count = 0;

  return {
    async send(mail) {
      const options = compose(mail, from, support);
      const { message } = await transport.sendMail(options);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${String((count += 1)).padStart(4, '0')}-${mail.kind}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Renamed when complete, so that programs that watch the folder see whole mails only.
      const draft = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(folder, name));
      written(options.subject, join(folder, name));
    },
  };
}
