import { type Instant, hoursAfter, minutesAfter } from '../kernel/time.ts';
import type { BookingId, MailId } from '../kernel/ids.ts';
import { type BookingMail, type ClaimedMail, type QueuedMail, CLAIM_MINUTES } from './mail-queue.ts';
import { type ComposedMail, type Mail, MailRefused } from './mailer.ts';
import { afterPause } from './pauses.ts';
import type { PlatformWorld } from './world.ts';

/** A mail that could not be sent, without its text. */
export interface MailTrouble {
  readonly id: MailId;
  readonly kind: QueuedMail['kind'];
  /** The booking that the mail is about; undefined for other mails. */
  readonly bookingId?: BookingId;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly error: unknown;
  /** The moment of the next attempt; undefined if there is none. */
  readonly nextAttemptAt: Instant | undefined;
}

/** The result of one round of sending. */
export interface MailRound {
  readonly sent: number;
  readonly troubles: readonly MailTrouble[];
}

/** The number of mails that are sent at once. */
const BATCH = 5;

export type SendMails = ReturnType<typeof sendMails>;

/**
 * Sends every queued mail that is due, and claims no more once it `isStopping`. Safe to run in every process at once. A
 * mail is sent once, unless the process dies between sending it and recording that: then it is sent again.
 */
export const sendMails = ({
  clock,
  mailsWait,
  transact,
  mailer,
  composeBookingMail,
  mailIsWanted,
}: PlatformWorld & {
  /** Composes a mail from the booking as it is now. Undefined if the booking no longer needs the mail. */
  readonly composeBookingMail: (mail: BookingMail) => Promise<Mail | undefined>;
  /** Whether the text of a composed mail is still true. */
  readonly mailIsWanted: (mail: ComposedMail) => Promise<boolean>;
}) => {
  const wanted = async ({ mail, queuedAt }: ClaimedMail): Promise<Mail | undefined> => {
    if ('bookingId' in mail) return composeBookingMail(mail);
    if ('minutesValid' in mail && minutesAfter(queuedAt, mail.minutesValid) <= clock()) return undefined;
    return (await mailIsWanted(mail)) ? mail : undefined;
  };

  const attempt = async (claimed: ClaimedMail): Promise<'sent' | 'obsolete' | { readonly error: unknown }> => {
    try {
      const composed = await wanted(claimed);
      if (composed) await mailer.send(composed);
      return composed ? 'sent' : 'obsolete';
    } catch (error) {
      return { error };
    }
  };

  const deliver = async (claimed: ClaimedMail): Promise<'sent' | 'obsolete' | MailTrouble> => {
    const outcome = await attempt(claimed);
    const now = clock();
    if (outcome === 'sent') await transact(({ mailQueue }) => mailQueue.markSent(claimed, now));
    if (outcome === 'obsolete') await transact(({ mailQueue }) => mailQueue.giveUp(claimed, 'OBSOLETE'));
    if (typeof outcome === 'string') return outcome;

    const nextAttemptAt = isRefusedForGood(outcome.error) ? undefined : retryAt(claimed, now);
    await transact(({ mailQueue }) =>
      nextAttemptAt === undefined ? mailQueue.giveUp(claimed, 'FAILED') : mailQueue.postpone(claimed, nextAttemptAt),
    );
    const { id, mail, attempt: number } = claimed;
    const about = 'bookingId' in mail ? { bookingId: mail.bookingId } : {};
    return { id, kind: mail.kind, ...about, attempt: number, error: outcome.error, nextAttemptAt };
  };

  return async (isStopping: () => boolean = () => false): Promise<MailRound> => {
    const outcomes: Awaited<ReturnType<typeof deliver>>[] = [];
    while (!isStopping() && (await mailsWait(clock()))) {
      const claimed = await transact(({ mailQueue }) =>
        mailQueue.claim(clock(), minutesAfter(clock(), CLAIM_MINUTES), BATCH),
      );
      if (claimed.length === 0) break;
      outcomes.push(...(await Promise.all(claimed.map(deliver))));
    }
    return {
      sent: outcomes.filter((outcome) => outcome === 'sent').length,
      troubles: outcomes.filter((outcome) => typeof outcome === 'object'),
    };
  };
};

const isRefusedForGood = (error: unknown): boolean => error instanceof MailRefused && error.refuses === 'MAIL';

const PATIENCE_HOURS = 24;

/** The moment of the next attempt. Undefined once the mail is a day old. */
function retryAt({ attempt, queuedAt }: ClaimedMail, now: Instant): Instant | undefined {
  const next = afterPause(attempt, now);
  return next <= hoursAfter(queuedAt, PATIENCE_HOURS) ? next : undefined;
}
