import { createTransport } from 'nodemailer';
import type { Mailer } from '../../core/platform/mailer.ts';
import { type Sender, compose } from './compose.ts';

/** A mailer with open connections. */
export interface OpenMailer extends Mailer {
  /** Closes the connections to the mail server. */
  readonly close: () => void;
}

/** Milliseconds after which a mail counts as failed, however slowly the server answers. */
const TIMEOUT_MS = 25_000;

interface Needs {
  /** A nodemailer connection URL, such as `smtps://user:password@mail.example.com`. */
  readonly url: string;
  readonly from: Sender;
  /** The e-mail address or phone number where readers get help. */
  readonly support?: string | undefined;
  /** Whether mails are sent only over encrypted connections. A server without STARTTLS then gets no mail. */
  readonly requireTls?: boolean;
  readonly timeoutMs?: number;
}

/**
 * Cleans the URL, whose options override all others. Removes options that log the conversation with the mail server,
 * and adds the option that requires TLS.
 */
function safeUrl(url: string, requireTls: boolean): string {
  const parsed = new URL(url);
  for (const option of ['logger', 'debug', 'transactionLog']) parsed.searchParams.delete(option);
  if (requireTls) parsed.searchParams.set('requireTLS', 'true');
  return parsed.href;
}

/** Sends mails over SMTP. A few connections stay open for later mails. */
export function smtpMailer({ url, from, support, requireTls = false, timeoutMs = TIMEOUT_MS }: Needs): OpenMailer {
  const transport = createTransport({
    url: safeUrl(url, requireTls),
    pool: true,
    maxConnections: 4,
    // Retries a mail once on a new connection, because the server may have closed an idle connection.
    maxRequeues: 1,
    idleTimeout: 30_000,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send(mail) {
      await transport.sendMail({ ...compose(mail, from, support), signal: AbortSignal.timeout(timeoutMs) });
    },
    close: () => {
      transport.close({ force: true });
    },
  };
}
