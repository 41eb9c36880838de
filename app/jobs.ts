import type { BookingMailKind } from '../core/bookings/mail-queue.ts';
import type { SendBookingMails } from '../core/tickets/send-booking-mails.ts';
import type { Log } from './log.ts';
import type { Job } from './scheduler.ts';
import type { Settings } from './settings.ts';
import type { UseCases } from './use-cases.ts';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_NIGHT = '20 3 * * *';
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
  { name: 'send mails about bookings', pattern: EVERY_TWO_SECONDS, run: mailBookings({ ...useCases, log }) },
  { name: 'forget what has expired', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneSignIns() },
  { name: 'remind of papers', pattern: EVERY_TEN_MINUTES, run: () => useCases.remindOfPapers() },
  { name: 'remove files without a document', pattern: EVERY_NIGHT, run: () => useCases.sweepFiles() },
  { name: 'forget what is old', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneDelivered() },
];

interface MailNeeds {
  readonly sendBookingMails: SendBookingMails;
  readonly log: Log;
}

/** What else a passenger has when a mail never comes. */
const INSTEAD: Readonly<Record<BookingMailKind, string>> = {
  BOOKING_CONFIRMED: 'the passenger can download the ticket',
  BOOKING_CANCELLED: 'the passenger sees it in their bookings',
};

/** Sends the mails about bookings that are due. Logs a failure as a warning, and the last one as an error. */
const mailBookings =
  ({ sendBookingMails, log }: MailNeeds) =>
  async (): Promise<number> => {
    const { sent, troubles } = await sendBookingMails();
    for (const { kind, bookingId, attempt, error, nextAttemptAt } of troubles) {
      const details = { kind, bookingId, attempt, err: error };
      if (nextAttemptAt === undefined)
        log.error(details, `a mail could not be sent, and no further attempt is made: ${INSTEAD[kind]}`);
      else
        log.warn(
          { ...details, nextAttemptAt: new Date(nextAttemptAt).toISOString() },
          'a mail could not be sent: it will be tried again',
        );
    }
    return sent;
  };
