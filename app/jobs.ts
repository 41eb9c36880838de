import type { MailTrouble, SendMails } from '../core/delivery/send-mails.ts';
import type { Log } from './log.ts';
import type { Job } from './scheduler.ts';
import type { Settings } from './settings.ts';
import type { UseCases } from './use-cases.ts';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_HOUR = '5 * * * *';
const EVERY_NIGHT = '20 3 * * *';
const EVERY_TWO_SECONDS = '*/2 * * * * *';

/** Every background job and when it runs. EXPIRY_CRON sets the time of those that act on what has expired. */
export const jobsOf = (
  useCases: UseCases,
  { expiryCron, log }: Pick<Settings, 'expiryCron'> & { readonly log: Log },
): readonly Job[] => [
  { name: 'expire bookings', pattern: expiryCron, run: () => useCases.expireBookings() },
  { name: 'sweep blocked seats', pattern: expiryCron, run: () => useCases.sweepBlocks() },
  { name: 'sweep seat locks', pattern: expiryCron, run: () => useCases.sweepLocks() },
  { name: 'earn bookings', pattern: expiryCron, run: () => useCases.earnBookings() },
  { name: 'complete bookings', pattern: expiryCron, run: () => useCases.completeBookings() },
  { name: 'reconcile payments', pattern: expiryCron, run: () => useCases.reconcilePayments() },
  { name: 'send mails', pattern: EVERY_TWO_SECONDS, run: mailWhatIsDue({ ...useCases, log }) },
  { name: 'forget what has expired', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneSignIns() },
  { name: 'remind of papers', pattern: EVERY_TEN_MINUTES, run: () => useCases.remindOfPapers() },
  { name: 'make trips of timetables', pattern: EVERY_TEN_MINUTES, run: () => useCases.makeDueTrips() },
  { name: 'close the ledger', pattern: EVERY_HOUR, run: () => useCases.closeLedger() },
  { name: 'remove files without a document', pattern: EVERY_NIGHT, run: () => useCases.sweepFiles() },
  { name: 'forget what is old', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneDelivered() },
];

interface MailNeeds {
  readonly sendMails: SendMails;
  readonly log: Log;
}

/** What else somebody has when a mail never comes. */
const INSTEAD: Readonly<Record<MailTrouble['kind'], string>> = {
  BOOKING_CONFIRMED: 'the passenger can download the ticket',
  BOOKING_CANCELLED: 'the passenger sees it in their bookings',
  invitation: 'an owner of the company can withdraw the invitation and repeat it',
  'bus-reviewed': 'the company sees it with the bus',
  'document-reviewed': 'the company sees it with the documents of the bus',
  'papers-expiring': 'the company sees it with the papers of the bus',
  'trip-cancelled': 'the passenger sees it in their bookings',
  'trip-retimed': 'the passenger sees it in their bookings',
  'seats-moved': 'the passenger sees it in their bookings',
  'refund-sent': 'the passenger sees it with their booking',
  'refund-paid': 'the passenger sees it with their booking',
  'refund-failed': 'an administrator sees it in the list of refunds',
};

/** Sends the mails that are due. Logs a failure as a warning, and the last one as an error. */
const mailWhatIsDue =
  ({ sendMails, log }: MailNeeds) =>
  async (): Promise<number> => {
    const { sent, troubles } = await sendMails();
    for (const { id: mailId, error: err, nextAttemptAt, ...about } of troubles) {
      const details = { mailId, ...about, err };
      if (nextAttemptAt === undefined)
        log.error(details, `a mail could not be sent, and no further attempt is made: ${INSTEAD[about.kind]}`);
      else
        log.warn(
          { ...details, nextAttemptAt: new Date(nextAttemptAt).toISOString() },
          'a mail could not be sent: it will be tried again',
        );
    }
    return sent;
  };
