import type { AccountViews } from '../accounts/ports.ts';
import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { BookingRepo, BookingViews } from '../bookings/ports.ts';
import type { BookingConfirmedMail } from '../delivery/mailer.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { TicketPrinter, TicketToken } from './ports.ts';
import { isTicketed, ticketFileName, ticketOf } from './ticket.ts';

export interface ConfirmationMailNeeds {
  readonly calendar: Calendar;
  readonly transact: Transact<{ readonly bookings: BookingRepo }>;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly accounts: Pick<AccountViews, 'find'>;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly ticketPrinter: TicketPrinter;
}

/** Tells the passenger that a booking is paid, with its ticket; undefined when it was cancelled in the meantime. */
export async function confirmationMail(
  needs: ConfirmationMailNeeds,
  bookingId: BookingId,
): Promise<BookingConfirmedMail | undefined> {
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
