import { join } from 'node:path';
import type { Sender } from './compose.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { type OpenMailer, smtpMailer } from './smtp-mailer.ts';

interface Needs {
  /** A nodemailer connection URL, or `outbox`. */
  readonly url: string;
  readonly from: Sender;
  /** The e-mail address or phone number where readers get help. */
  readonly support?: string | undefined;
  /** Whether the connection to the mail server must be encrypted: by STARTTLS, or from the start with `smtps:`. */
  readonly requireTls: boolean;
  readonly dataDir: string;
  /** Called for every mail that is written to the outbox. */
  readonly written: (subject: string, file: string) => void;
}

/** Makes the mailer for the setting SMTP_URL: a mail server, or the outbox folder. */
export const openMailer = ({ url, from, support, requireTls, dataDir, written }: Needs): OpenMailer =>
  url === 'outbox'
    ? { ...outboxMailer({ folder: join(dataDir, 'outbox'), from, support, written }), close: async () => undefined }
    : smtpMailer({ url, from, support, requireTls });
