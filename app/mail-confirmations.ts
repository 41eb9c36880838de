import type { SendConfirmationMails } from '../core/tickets/send-confirmation-mails.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly sendConfirmationMails: SendConfirmationMails;
  readonly log: Log;
}

/** Mails the confirmations that are due, and writes down what did not go out: a warning while it is tried again, an error at the end. */
export const mailConfirmations = ({ sendConfirmationMails, log }: Needs) =>
  async (): Promise<number> => {
    const { sent, troubles } = await sendConfirmationMails();
    for (const { bookingId, attempt, error, nextAttemptAt } of troubles) {
      const trouble = { bookingId, attempt, err: error };
      if (nextAttemptAt === undefined) log.error(trouble, 'a confirmation was not mailed and is given up: the passenger can still download the ticket');
      else log.warn({ ...trouble, nextAttemptAt: new Date(nextAttemptAt).toISOString() }, 'a confirmation was not mailed: it is tried again');
    }
    return sent;
  };
