import type { BookingId } from '../kernel/ids.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import { type TicketSigning, ticketTokenOf } from '../bookings/ticket-token.ts';
import { ticketUnknown } from './refusals.ts';
import { ticketCodeIn } from './ticket-links.ts';
import { type TicketLinks } from './ports.ts';

interface Needs extends TicketSigning {
  readonly findTicketLink: TicketLinks['find'];
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

export type FollowTicketLink = ReturnType<typeof followTicketLink>;

/** Returns the token of the ticket that a short link leads to. The ticket's QR code contains the same token. */
export const followTicketLink =
  ({ findTicketLink, officeBookings, ...signing }: Needs) =>
  async (text: string): Promise<string> => {
    const code = ticketCodeIn(text);
    const id: BookingId | undefined = code === undefined ? undefined : await findTicketLink(code);
    const booking = id === undefined ? undefined : await officeBookings.find(id);
    if (!booking) throw ticketUnknown();
    return ticketTokenOf(signing, booking);
  };
