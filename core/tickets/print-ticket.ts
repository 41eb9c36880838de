import type { StringSigner } from '../accounts/crypto-ports.ts';
import { isTicketed } from '../bookings/booking.ts';
import type { BookingViews } from '../bookings/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Office, OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import { viewOfficeBooking } from '../payments/view-office-booking.ts';
import type { TicketToken } from '../bookings/ticket-token.ts';
import type { TicketPrinter } from './ports.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';
import { ticketFileName, ticketOf } from './ticket.ts';

interface Needs {
  readonly calendar: Calendar;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly ticketPrinter: TicketPrinter;
}

export interface PrintedTicket {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export type PrintTicket = ReturnType<typeof printTicket>;

/** Prints the ticket of a paid booking for its passenger. */
export const printTicket =
  (needs: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<PrintedTicket> => {
    const [own, booking] = await Promise.all([
      needs.bookingViews.find(bookingId, passenger),
      needs.officeBookings.find(bookingId),
    ]);
    if (!own || !booking) throw noSuchTicket();
    return printed(needs, booking);
  };

export type PrintOfficeTicket = ReturnType<typeof printOfficeTicket>;

/** Prints the ticket of a paid booking for the office that looks after it. */
export const printOfficeTicket =
  (needs: Omit<Needs, 'bookingViews'>) =>
  async (office: Office, bookingId: BookingId): Promise<PrintedTicket> =>
    printed(needs, await viewOfficeBooking(needs)(office, bookingId));

async function printed(needs: Omit<Needs, 'bookingViews'>, booking: OfficeBooking): Promise<PrintedTicket> {
  if (!isTicketed(booking.status)) throw notTicketed(booking.status);
  return {
    fileName: ticketFileName(booking),
    content: await needs.ticketPrinter.print(ticketOf(needs, booking)),
  };
}
