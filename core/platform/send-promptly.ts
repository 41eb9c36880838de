import { minutesAfter } from '../kernel/time.ts';
import { CLAIM_MINUTES } from './mail-queue.ts';
import { type DirectMail, type Mail, type Mailer, MailRefused } from './mailer.ts';
import type { PlatformWorld } from './world.ts';

interface PromptWorld extends Pick<PlatformWorld, 'clock' | 'transact' | 'runInBackground'> {
  readonly mailer: Pick<Mailer, 'send'>;
  /** Whether the work ends, well or not, within the seconds that an answer may wait for a mail. */
  readonly endsSoon: (work: Promise<void>) => Promise<boolean>;
}

/** Mails of requests that the queue takes over: their text is complete, and the caller waits for them. */
const isDirect = (mail: Mail): mail is DirectMail =>
  mail.kind === 'code' || mail.kind === 'password-reset' || mail.kind === 'lockout';

/**
 * A mailer for requests that wait for their mail. If the mail server does not answer soon, the mail is queued while it
 * is still being sent, and counts as accepted. A failure that comes soon rejects the code that the caller waits for;
 * any other mail is queued then too, unless the server refuses it for good.
 */
export const sendPromptly = ({ clock, transact, runInBackground, mailer, endsSoon }: PromptWorld): Mailer => {
  /** Queues a mail as claimed by this process, which still sends it. Other processes send it if this process dies. */
  const follow = async (mail: DirectMail, sending: Promise<void>): Promise<void> => {
    const now = clock();
    const claimed = await transact(({ mailQueue }) =>
      mailQueue.postClaimed(mail, now, minutesAfter(now, CLAIM_MINUTES)),
    );
    runInBackground(async () => {
      const outcome = await sending.then(
        () => 'sent' as const,
        (error: unknown) => (isRefused(error) ? 'refused' : 'unsent'),
      );
      await transact(async ({ mailQueue }) => {
        if (outcome === 'sent') await mailQueue.markSent(claimed, clock());
        else if (outcome === 'refused') await mailQueue.giveUp(claimed, 'FAILED');
        else await mailQueue.postpone(claimed, clock());
      });
    });
  };

  return {
    async send(mail) {
      const sending = mailer.send(mail);
      if (!isDirect(mail)) return sending;
      // The failure of a mail that is still being sent is handled by `follow`.
      sending.catch(() => undefined);
      if (!(await endsSoon(sending))) return follow(mail, sending);
      if (mail.kind === 'code') return sending;
      return sending.catch((error: unknown) => {
        if (isRefused(error)) throw error;
        return transact(({ mailQueue }) => mailQueue.post([mail], clock()));
      });
    },
  };
};

const isRefused = (error: unknown): boolean => error instanceof MailRefused && error.refuses === 'MAIL';
