import type { ComposedMail, Mail, Mailer } from '../../core/platform/mailer.ts';
import { sendMails } from '../../core/platform/send-mails.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { Engine } from './engines.ts';

/** A mailer that records its mails. It rejects all mails while `broken`. */
export interface RecordingMailer extends Mailer {
  readonly sent: Mail[];
  broken: boolean;
}

export function recordingMailer(): RecordingMailer {
  const sent: Mail[] = [];
  return {
    sent,
    broken: false,
    async send(mail) {
      if (this.broken) throw new Error('The mail server does not answer.');
      sent.push(mail);
    },
  };
}

/** Sends the queued mails, and returns all mails ever sent. */
export async function mailed(
  engine: Pick<Engine, 'transact' | 'mailsWait'>,
  clock: Clock,
  mailer: RecordingMailer,
  mailIsWanted: (mail: ComposedMail) => Promise<boolean> = async () => true,
): Promise<readonly Mail[]> {
  await sendMails({
    ...engine,
    clock,
    mailer,
    mailIsWanted,
    composeBookingMail: ({ kind, bookingId }) =>
      Promise.reject(new Error(`${kind} of ${bookingId} is of another test.`)),
  })();
  return mailer.sent;
}
