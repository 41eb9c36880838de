import { isTicketed } from '../bookings/booking.ts';
import type { BookingViews } from '../bookings/ports.ts';
import { ticketTokenOf } from '../bookings/ticket-token.ts';
import type { TicketSigning } from '../bookings/ticket-token.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';

interface Needs extends TicketSigning {
  readonly bookingViews: Pick<BookingViews, 'find'>;
}

export type ViewTicketToken = ReturnType<typeof viewTicketToken>;

/** What the QR code of a passenger's own ticket says, so that a page can show it without the PDF. */
export const viewTicketToken =
  ({ bookingViews, ...signing }: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<string> => {
    const booking = await bookingViews.find(bookingId, passenger);
    if (!booking) throw noSuchTicket();
    if (!isTicketed(booking.status)) throw notTicketed(booking.status);
    return ticketTokenOf(signing, booking);
  };
