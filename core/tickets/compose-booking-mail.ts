import { cancellationMail } from '../cancellations/cancellation-mail.ts';
import type { CancellationMailNeeds } from '../cancellations/cancellation-mail.ts';
import type { BookingMail } from '../delivery/mail-queue.ts';
import type { Mail } from '../delivery/mailer.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { ConfirmationMailNeeds } from './confirmation-mail.ts';

export type ComposeBookingMail = ReturnType<typeof composeBookingMail>;

/** Writes a queued mail about a booking as it is now. Undefined when what it was to say is no longer so. */
export const composeBookingMail =
  (needs: ConfirmationMailNeeds & CancellationMailNeeds) =>
  async ({ kind, bookingId }: BookingMail): Promise<Mail | undefined> => {
    switch (kind) {
      case 'BOOKING_CONFIRMED':
        return confirmationMail(needs, bookingId);
      case 'BOOKING_CANCELLED':
        return cancellationMail(needs, bookingId);
    }
  };
