import type { AccountViews } from '../accounts/ports.ts';
import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { BookingViews } from '../bookings/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { TicketPrinter, TicketToken } from './ports.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';
import { isTicketed, ticketFileName, ticketOf } from './ticket.ts';

interface Needs {
  readonly calendar: Calendar;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly accounts: Pick<AccountViews, 'find'>;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly ticketPrinter: TicketPrinter;
}

export interface PrintedTicket {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export type PrintTicket = ReturnType<typeof printTicket>;

/** Prints the ticket of a paid booking. */
export const printTicket =
  (needs: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<PrintedTicket> => {
    const [booking, account] = await Promise.all([
      needs.bookingViews.find(bookingId, passenger),
      needs.accounts.find(passenger),
    ]);
    if (!booking || !account) throw noSuchTicket();
    if (!isTicketed(booking.status)) throw notTicketed(booking.status);
    return {
      fileName: ticketFileName(booking),
      content: await needs.ticketPrinter.print(ticketOf(needs, booking, account.fullName)),
    };
  };
