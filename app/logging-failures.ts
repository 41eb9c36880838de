import type { Mailer } from '../core/platform/mailer.ts';
import type { Log } from './log.ts';

/**
 * Logs each mail that fails, for the people who run the service. What else to do after a failure is up to the use case.
 */
export const loggingFailures = (mailer: Mailer, log: Log): Mailer => ({
  send: (mail) =>
    mailer.send(mail).catch((error: unknown) => {
      log.warn({ err: error, mail: mail.kind }, 'a mail could not be sent');
      throw error;
    }),
});
