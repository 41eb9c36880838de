import type { AccountViews } from '../accounts/ports.ts';
import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { ClaimedMail, MailQueue } from '../bookings/mail-queue.ts';
import type { BookingRepo, BookingViews } from '../bookings/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { BookingConfirmedMail, Mailer } from '../delivery/mailer.ts';
import { hoursAfter, minutesAfter, secondsAfter } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { TicketPrinter, TicketToken } from './ports.ts';
import { isTicketed, ticketFileName, ticketOf } from './ticket.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly mailsWait: MailQueue['anyDue'];
  readonly transact: Transact<{ readonly mailQueue: MailQueue; readonly bookings: BookingRepo }>;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly accounts: Pick<AccountViews, 'find'>;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly ticketPrinter: TicketPrinter;
  readonly mailer: Mailer;
}

/** A confirmation that could not be sent. */
export interface MailTrouble {
  readonly bookingId: BookingId;
  /** Which attempt it was, counted from 1. */
  readonly attempt: number;
  readonly error: unknown;
  /** When the next attempt is made; undefined when there is none. */
  readonly nextAttemptAt: Instant | undefined;
}

/** What became of the confirmations that were due. */
export interface MailRound {
  readonly sent: number;
  readonly troubles: readonly MailTrouble[];
}

/**
 * How many are sent at once, and how long a process may take for them: a mail that hangs times out long before.
 */
const BATCH = 5;
const CLAIM_MINUTES = 2;

export type SendConfirmationMails = ReturnType<typeof sendConfirmationMails>;

/**
 * Mails every confirmation that is due, with its ticket. Safe to run in every process at once. A mail is sent once,
 * unless the process dies between sending it and recording that: then it is sent again.
 */
export const sendConfirmationMails = (needs: Needs) => {
  const { clock, mailsWait, transact, mailer } = needs;

  const attempt = async ({ bookingId }: ClaimedMail): Promise<'sent' | 'obsolete' | { readonly error: unknown }> => {
    try {
      const mail = await confirmationOf(needs, bookingId);
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
    return { bookingId: claimed.bookingId, attempt: claimed.attempt, error: outcome.error, nextAttemptAt };
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

/** Undefined when there is no ticket to send because the booking was cancelled in the meantime. */
async function confirmationOf(needs: Needs, bookingId: BookingId): Promise<BookingConfirmedMail | undefined> {
  const owner = (await needs.transact(({ bookings }) => bookings.find(bookingId)))?.userId;
  const [booking, account] =
    owner === undefined
      ? []
      : await Promise.all([needs.bookingViews.find(bookingId, owner), needs.accounts.find(owner)]);
  if (!booking || !account || !isTicketed(booking.status)) return undefined;

  const ticket = ticketOf(needs, booking, account.fullName);
  const {
    bookingCode,
    sourceCity,
    destinationCity,
    departure,
    busName,
    registrationNo,
    companyName,
    seats,
    amountPaid: amount,
  } = ticket;
  return {
    kind: 'booking-confirmed',
    to: account.email,
    name: account.fullName,
    bookingCode,
    sourceCity,
    destinationCity,
    departure,
    busName,
    registrationNo,
    companyName,
    seats,
    amount,
    ticket: { fileName: ticketFileName(booking), content: await needs.ticketPrinter.print(ticket) },
  };
}

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3_600;
const PATIENCE_HOURS = 24;

/** After 5 seconds at first, then with a pause that doubles up to an hour, for a day. */
function retryAt({ attempt, queuedAt }: ClaimedMail, now: Instant): Instant | undefined {
  const next = secondsAfter(now, Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS));
  return next <= hoursAfter(queuedAt, PATIENCE_HOURS) ? next : undefined;
}
