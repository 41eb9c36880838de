import type { StringSigner } from '../accounts/crypto-ports.ts';
import { isTicketed } from '../bookings/booking.ts';
import type { TicketToken } from '../bookings/ticket-token.ts';
import type { BookingConfirmedMail } from '../delivery/booking-mails.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId } from '../kernel/ids.ts';
import { aboutBooking } from '../payments/about-booking.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import { calendarEntryOf } from './calendar-entry.ts';
import type { CalendarEntryNeeds } from './calendar-entry.ts';
import type { TicketPrinter } from './ports.ts';
import { ticketFileName, ticketOf } from './ticket.ts';

export interface ConfirmationMailNeeds extends CalendarEntryNeeds {
  readonly calendar: Calendar;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly ticketPrinter: TicketPrinter;
}

/**
 * Tells the contact that a booking is paid, with its ticket and an entry for their calendar; undefined when no address
 * is known, or it was cancelled in the meantime.
 */
export async function confirmationMail(
  needs: ConfirmationMailNeeds,
  bookingId: BookingId,
): Promise<BookingConfirmedMail | undefined> {
  const booking = await needs.officeBookings.find(bookingId);
  const about = booking && aboutBooking(booking, needs.passengerClientBase);
  if (!booking || !about || !isTicketed(booking.status)) return undefined;

  const ticket = ticketOf(needs, booking);
  const { departure, busName, registrationNo, amountPaid: amount } = ticket;
  return {
    kind: 'booking-confirmed',
    ...about,
    ...{ departure, busName, registrationNo, amount },
    ...{ departsAt: booking.trip.departsAt, arrivesAt: booking.trip.arrivesAt },
    boardingPoint: booking.seats[0]?.boardingPoint ?? '',
    droppingPoint: booking.seats[0]?.droppingPoint ?? '',
    calendarEntry: calendarEntryOf(needs, booking),
    ticket: { fileName: ticketFileName(booking), content: await needs.ticketPrinter.print(ticket) },
  };
}
