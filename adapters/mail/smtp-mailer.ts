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
  /** If true, no mail is sent unencrypted, and none to a server without STARTTLS. */
  readonly requireTls?: boolean;
  readonly timeoutMs?: number;
}

/**
 * Options in the URL override all others. This removes options that would log the conversation with the server, and
 * requires TLS.
 */
function safeUrl(url: string, requireTls: boolean): string {
  const parsed = new URL(url);
  for (const option of ['logger', 'debug', 'transactionLog']) parsed.searchParams.delete(option);
  if (requireTls) parsed.searchParams.set('requireTLS', 'true');
  return parsed.href;
}

/** Sends over SMTP, with a few connections that stay open for the next mail. */
export function smtpMailer({ url, from, support, requireTls = false, timeoutMs = TIMEOUT_MS }: Needs): OpenMailer {
  const transport = createTransport({
    url: safeUrl(url, requireTls),
    pool: true,
    maxConnections: 4,
    // Tries once more on a new connection, if the server has closed an idle one in the meantime.
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
