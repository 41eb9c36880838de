import type { MailTrouble, SendMails } from '../core/platform/send-mails.ts';
import { MailRefused } from '../core/platform/mailer.ts';
import type { Log } from './log.ts';

/** Logs and counts mails that fail. */
export interface MailReporting {
  readonly log: Log;
  /** Counts a mail that is given up, for the metrics. */
  readonly countFailedMail: (kind: string) => void;
}

interface MailNeeds extends MailReporting {
  readonly sendMails: SendMails;
}

/** Log text for a mail that the service gives up: how the recipient finds the information instead. */
const INSTEAD: Readonly<Record<MailTrouble['kind'], string>> = {
  BOOKING_CONFIRMED: 'the passenger can download the ticket',
  BOOKING_CANCELLED: 'the passenger sees it in their bookings',
  'booking-cancelled': 'the passenger sees it in their bookings',
  code: 'the user asks for another code',
  'password-reset': 'the user asks for another link',
  lockout: 'the lockout is in the login log',
  invitation: 'an owner of the company can withdraw the invitation and repeat it',
  totp: 'the owner of the account sees it with the profile in the portal',
  'phone-gone': 'the passenger sees it with their profile',
  'sms-limit': 'administrators see sent codes in the login log',
  'sms-sign-in': 'the sign-in is in the login log',
  'phone-changed': 'the passenger sees it with their profile',
  'bus-reviewed': 'the company sees it with the bus',
  'document-reviewed': 'the company sees it with the documents of the bus',
  'papers-expiring': 'the company sees it with the papers of the bus',
  'credit-low': 'the agent sees what is available in its account',
  'seats-offered': 'the passenger sees the offer with their bookings',
  'door-moved': 'the passenger sees the new moment on the page of the opening',
  'wait-over': 'the passenger sees that nothing is offered any more',
  'webhook-disabled': 'the owner of the webhook sees it in the list of webhooks',
  'payment-amount-differs': 'the administrator sees it in the list of payments',
  'journey-reminder': 'the passenger sees the journey in their bookings',
  'trip-cancelled': 'the passenger sees it in their bookings',
  'trip-retimed': 'the passenger sees it in their bookings',
  'trip-late': 'the passenger sees where the bus is in their bookings',
  'seats-moved': 'the passenger sees it in their bookings',
  'refund-due': 'the passenger sees it with their booking',
  'refund-account': 'the passenger sees it with their booking',
  'refund-sent': 'the passenger sees it with their booking',
  'refund-paid': 'the passenger sees it with their booking',
  'refund-failed': 'an administrator sees it in the list of refunds',
};

/**
 * Sends the mails that are due. Logs a failed attempt as a warning, and the last failed attempt of a mail as an error.
 * Raises an alarm if the mail server refuses every mail. Claims no more mails once the job is `stopping`.
 */
export const sendDueMails =
  ({ sendMails, log, countFailedMail }: MailNeeds) =>
  async (stopping: Promise<void> = new Promise(() => undefined)): Promise<number> => {
    let isStopping = false;
    void stopping.then(() => {
      isStopping = true;
    });
    const { sent, troubles } = await sendMails(() => isStopping);
    for (const { id: mailId, error: err, nextAttemptAt, ...about } of troubles) {
      const details = { mailId, ...about, err };
      if (nextAttemptAt === undefined) countFailedMail(about.kind);
      if (err instanceof MailRefused && err.refuses === 'SERVER')
        log.error({ alarm: true, ...details }, 'ALARM: the mail server refuses mails. Look at SMTP_URL and MAIL_FROM');
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
