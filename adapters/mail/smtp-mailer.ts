import { createTransport } from 'nodemailer';
import type { Mailer } from '../../core/kernel/mailer.ts';
import { compose } from './compose.ts';
import type { Sender } from './compose.ts';

/** A mailer that holds connections. */
export interface OpenMailer extends Mailer {
  /** Lets go of them. */
  readonly close: () => void;
}

/** However slowly a mail server answers, whoever waits is told by then. */
const PATIENCE_MS = 25_000;

interface Needs {
  /** nodemailer connection URL: `smtps://user:password@mail.example.com`. */
  readonly url: string;
  readonly from: Sender;
  readonly patienceMs?: number;
}

/** Without what would have nodemailer write to the console all that is said to the server. */
function silent(url: string): string {
  const parsed = new URL(url);
  for (const option of ['logger', 'debug', 'transactionLog']) parsed.searchParams.delete(option);
  return parsed.href;
}

/** Sends over SMTP, by a few connections that are kept for the next mail. */
export function smtpMailer({ url, from, patienceMs = PATIENCE_MS }: Needs): OpenMailer {
  const transport = createTransport({
    url: silent(url),
    pool: true,
    maxConnections: 4,
    // A kept connection that the server has closed meanwhile: once more, on a new one.
    maxRequeues: 1,
    idleTimeout: 30_000,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send(mail) {
      await transport.sendMail({ ...compose(mail, from), signal: AbortSignal.timeout(patienceMs) });
    },
    close: () => { transport.close({ force: true }); },
  };
}
