import type { ClaimedMail, MailQueue } from '../../core/bookings/mail-queue.ts';
import type { QueuedMail, State } from './state.ts';

export const memoryMailQueue = (state: State): MailQueue => {
  const unsent = (bookingId: number): QueuedMail | undefined =>
    state.mailQueue.find((mail) => mail.bookingId === bookingId && mail.sentAt === undefined);
  const claimed = ({ bookingId, attempt }: ClaimedMail): QueuedMail | undefined => {
    const mail = unsent(bookingId);
    return mail?.attempts === attempt ? mail : undefined;
  };

  return {
    async add(bookingId, at) {
      if (state.mailQueue.some((mail) => mail.bookingId === bookingId)) return;
      state.mailQueue.push({ bookingId, queuedAt: at, attempts: 0, nextAttemptAt: at, sentAt: undefined });
    },

    anyDue: async (now) => state.mailQueue.some(({ nextAttemptAt }) => nextAttemptAt !== undefined && nextAttemptAt <= now),

    async claim(now, until, limit) {
      const due = state.mailQueue
        .flatMap((mail) => (mail.nextAttemptAt !== undefined && mail.nextAttemptAt <= now ? [{ mail, since: mail.nextAttemptAt }] : []))
        .sort((one, other) => one.since - other.since)
        .slice(0, limit);
      return due.map(({ mail }) => {
        mail.attempts += 1;
        mail.nextAttemptAt = until;
        return { bookingId: mail.bookingId, queuedAt: mail.queuedAt, attempt: mail.attempts };
      });
    },

    async markSent({ bookingId }, at) {
      const mail = unsent(bookingId);
      if (mail) Object.assign(mail, { sentAt: at, nextAttemptAt: undefined });
    },

    async postpone(mail, at) {
      const known = claimed(mail);
      if (known) known.nextAttemptAt = at;
    },

    async giveUp(mail) {
      const known = claimed(mail);
      if (known) known.nextAttemptAt = undefined;
    },
  };
};
