import { isTicketed } from '../bookings/booking.ts';
import type { BookingConfirmedMail } from '../platform/booking-mails.ts';
import type { BookingId } from '../kernel/ids.ts';
import { aboutBooking } from '../payments/about-booking.ts';
import { calendarEntriesOf, timesOn } from '../payments/calendar-entry.ts';
import { ticketFileName, ticketOf, ticketUrlOf } from './ticket.ts';
import { cancellationMail } from '../changes/cancellation-mail.ts';
import type { BookingMail } from '../platform/mail-queue.ts';
import type { Mail } from '../platform/mailer.ts';
import type { TicketWorld } from './world.ts';

/**
 * The mail with ticket and calendar entry of a paid booking. Undefined if no address is known, or the booking was
 * cancelled in the meantime.
 */
async function confirmationMail(needs: TicketWorld, bookingId: BookingId): Promise<BookingConfirmedMail | undefined> {
  const booking = await needs.officeBookings.find(bookingId);
  const about = booking && aboutBooking(booking, needs.passengerClientBase);
  if (!booking || !about || !isTicketed(booking.status)) return undefined;

  const { from } = booking.changed;
  const old = from ? await needs.officeBookings.find(from.id) : undefined;
  const ticket = ticketOf(needs, booking);
  const { departure, busName, registrationNo, gettingOn, amountPaid: amount } = ticket;
  return {
    kind: 'booking-confirmed',
    ...about,
    // A buyer at a counter has no account, so the mail links to the ticket's public page.
    page: about.page ?? ticketUrlOf(needs, booking),
    departure,
    busName,
    registrationNo,
    amount,
    gettingOn,
    ...timesOn(booking),
    boardingPoint: booking.seats[0]?.boardingPoint ?? '',
    droppingPoint: booking.seats[0]?.droppingPoint ?? '',
    calendarEntries: [booking, old].flatMap((one) => calendarEntriesOf(needs, one, needs.clock())),
    ticket: { fileName: ticketFileName(booking), content: await needs.ticketPrinter.print(ticket) },
  };
}

export type ComposeBookingMail = ReturnType<typeof composeBookingMail>;

/** Composes a queued mail from the booking's present state. Undefined if the mail no longer applies. */
export const composeBookingMail =
  (needs: TicketWorld) =>
  async ({ kind, bookingId }: BookingMail): Promise<Mail | undefined> => {
    switch (kind) {
      case 'BOOKING_CONFIRMED':
        return confirmationMail(needs, bookingId);
      case 'BOOKING_CANCELLED':
        return cancellationMail(needs, bookingId);
    }
  };
