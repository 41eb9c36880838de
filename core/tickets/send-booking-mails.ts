import type { ClaimedMail, MailQueue, QueuedMail } from '../bookings/mail-queue.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import { cancellationMail } from '../cancellations/cancellation-mail.ts';
import type { CancellationMailNeeds } from '../cancellations/cancellation-mail.ts';
import type { Mail, Mailer } from '../delivery/mailer.ts';
import { hoursAfter, minutesAfter, secondsAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { ConfirmationMailNeeds } from './confirmation-mail.ts';

interface Needs extends Omit<ConfirmationMailNeeds, 'transact'>, CancellationMailNeeds {
  readonly clock: Clock;
  readonly mailsWait: MailQueue['anyDue'];
  readonly transact: Transact<{ readonly mailQueue: MailQueue; readonly bookings: BookingRepo }>;
  readonly mailer: Mailer;
}

/** A mail that could not be sent. */
export interface MailTrouble extends QueuedMail {
  /** Which attempt it was, counted from 1. */
  readonly attempt: number;
  readonly error: unknown;
  /** When the next attempt is made; undefined when there is none. */
  readonly nextAttemptAt: Instant | undefined;
}

/** What became of the mails that were due. */
export interface MailRound {
  readonly sent: number;
  readonly troubles: readonly MailTrouble[];
}

/**
 * How many are sent at once, and how long a process may take for them: a mail that hangs times out long before.
 */
const BATCH = 5;
const CLAIM_MINUTES = 2;

export type SendBookingMails = ReturnType<typeof sendBookingMails>;

/**
 * Sends every mail about a booking that is due. Safe to run in every process at once. A mail is sent once, unless the
 * process dies between sending it and recording that: then it is sent again.
 */
export const sendBookingMails = (needs: Needs) => {
  const { clock, mailsWait, transact, mailer } = needs;

  const attempt = async (claimed: ClaimedMail): Promise<'sent' | 'obsolete' | { readonly error: unknown }> => {
    try {
      const mail = await composed(needs, claimed);
      if (mail) await mailer.send(mail);
      return mail ? 'sent' : 'obsolete';
    } catch (error) {
      return { error };
    }
  };

  const deliver = async (claimed: ClaimedMail): Promise<'sent' | 'obsolete' | MailTrouble> => {
    const outcome = await attempt(claimed);
    const now = clock();
    if (outcome === 'sent') await transact(({ mailQueue }) => mailQueue.markSent(claimed, now));
    if (outcome === 'obsolete') await transact(({ mailQueue }) => mailQueue.giveUp(claimed));
    if (typeof outcome === 'string') return outcome;

    const nextAttemptAt = retryAt(claimed, now);
    await transact(({ mailQueue }) =>
      nextAttemptAt === undefined ? mailQueue.giveUp(claimed) : mailQueue.postpone(claimed, nextAttemptAt),
    );
    const { kind, bookingId, attempt: number } = claimed;
    return { kind, bookingId, attempt: number, error: outcome.error, nextAttemptAt };
  };

  return async (): Promise<MailRound> => {
    const outcomes: Awaited<ReturnType<typeof deliver>>[] = [];
    while (await mailsWait(clock())) {
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

/** Undefined when what it was to say is no longer so. */
function composed(needs: Needs, { kind, bookingId }: QueuedMail): Promise<Mail | undefined> {
  switch (kind) {
    case 'BOOKING_CONFIRMED':
      return confirmationMail(needs, bookingId);
    case 'BOOKING_CANCELLED':
      return cancellationMail(needs, bookingId);
  }
}

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3_600;
const PATIENCE_HOURS = 24;

/** After 5 seconds at first, then with a pause that doubles up to an hour, for a day. */
function retryAt({ attempt, queuedAt }: ClaimedMail, now: Instant): Instant | undefined {
  const next = secondsAfter(now, Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS));
  return next <= hoursAfter(queuedAt, PATIENCE_HOURS) ? next : undefined;
}
