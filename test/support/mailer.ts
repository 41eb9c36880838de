import type { RecordingMailer } from '../../adapters/memory/mailer.ts';
import type { ComposedMail, Mail } from '../../core/platform/mailer.ts';
import { sendMails } from '../../core/platform/send-mails.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { Engine } from './engines.ts';
import { aWorld } from './world.ts';

/** Sends the queued mails, and returns all mails ever sent. */
export async function mailed(
  engine: Pick<Engine, 'transact' | 'mailsWait'>,
  clock: Clock,
  mailer: RecordingMailer,
  mailIsWanted: (mail: ComposedMail) => Promise<boolean> = async () => true,
): Promise<readonly Mail[]> {
  await sendMails({
    ...aWorld,
    ...engine,
    clock,
    mailer,
    mailIsWanted,
    composeBookingMail: ({ kind, bookingId }) =>
      Promise.reject(new Error(`${kind} of ${bookingId} is of another test.`)),
  })();
  return mailer.sent;
}
