import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '../../core/platform/mailer.ts';
import { type Sender, compose } from './compose.ts';

/** A mailer with open connections. */
export interface OpenMailer extends Mailer {
  /** Gives mails that are being sent so many milliseconds, fails those that remain, and closes all connections. */
  readonly close: (withinMs?: number) => Promise<void>;
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

/** The fields of an error that nodemailer sets if a server answered. */
interface ServerAnswer extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** An enhanced status code about the recipient's address (RFC 3463, 3.2). */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\.\d{1,3}\b/;

/**
 * The refusal that an error of nodemailer stands for. Undefined without a server's answer. A server refuses the mail
 * itself if it refuses its content after reading it, or says that the recipient's address is wrong.
 */
function refusalOf(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, command, response = '', responseCode } = error as ServerAnswer;
  if (responseCode === undefined || responseCode < 400) return undefined;
  const refusesContent = code === 'EMESSAGE' && responseCode >= 500;
  const refusesAddress = command === 'RCPT TO' && BAD_ADDRESS.test(response);
  return new MailRefused(refusesContent || refusesAddress ? 'MAIL' : 'SERVER', error);
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
    dnsTimeout: 3_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const inFlight = new Set<Promise<unknown>>();
  let isClosed = false;

  return {
    async send(mail) {
      // A closed pool of nodemailer never answers.
      if (isClosed) throw new Error('The connection to the mail server is closed.');
      const sending = transport.sendMail({ ...compose(mail, from, support), signal: AbortSignal.timeout(timeoutMs) });
      inFlight.add(sending);
      try {
        await sending;
      } catch (error) {
        throw refusalOf(error) ?? error;
      } finally {
        inFlight.delete(sending);
      }
    },
    async close(withinMs = 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([Promise.allSettled(inFlight), late]);
      clearTimeout(timer);
      isClosed = true;
      transport.close({ force: true });
    },
  };
}
