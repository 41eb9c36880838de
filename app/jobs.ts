import type { SendConfirmationMails } from '../core/tickets/send-confirmation-mails.ts';
import type { Log } from './log.ts';
import type { Job } from './scheduler.ts';
import type { Settings } from './settings.ts';
import type { UseCases } from './use-cases.ts';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_TWO_SECONDS = '*/2 * * * * *';

/** Every background job and when it runs. EXPIRY_CRON sets the time of those that act on what has expired. */
export const jobsOf = (
  useCases: UseCases,
  { expiryCron, log }: Pick<Settings, 'expiryCron'> & { readonly log: Log },
): readonly Job[] => [
  { name: 'expire bookings', pattern: expiryCron, run: () => useCases.expireBookings() },
  { name: 'sweep seat locks', pattern: expiryCron, run: () => useCases.sweepLocks() },
  { name: 'complete bookings', pattern: expiryCron, run: () => useCases.completeBookings() },
  { name: 'reconcile payments', pattern: expiryCron, run: () => useCases.reconcilePayments() },
  { name: 'mail confirmations', pattern: EVERY_TWO_SECONDS, run: mailConfirmations({ ...useCases, log }) },
  { name: 'forget what has expired', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneSignIns() },
  { name: 'forget what is old', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneDelivered() },
];

interface MailNeeds {
  readonly sendConfirmationMails: SendConfirmationMails;
  readonly log: Log;
}

/** Sends the confirmation mails that are due. Logs a failure as a warning, and as an error when it was the last try. */
const mailConfirmations =
  ({ sendConfirmationMails, log }: MailNeeds) =>
  async (): Promise<number> => {
    const { sent, troubles } = await sendConfirmationMails();
    for (const { bookingId, attempt, error, nextAttemptAt } of troubles) {
      const details = { bookingId, attempt, err: error };
      if (nextAttemptAt === undefined)
        log.error(
          details,
          'a confirmation could not be mailed, and no further attempt is made: the passenger can download the ticket',
        );
      else
        log.warn(
          { ...details, nextAttemptAt: new Date(nextAttemptAt).toISOString() },
          'a confirmation could not be mailed: it will be tried again',
        );
    }
    return sent;
  };
