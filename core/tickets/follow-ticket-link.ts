import type { BookingId } from '../kernel/ids.ts';
import { ticketTokenOf } from '../bookings/ticket-token.ts';
import { ticketUnknown } from './refusals.ts';
import { ticketCodeIn } from './ticket-links.ts';
import type { TicketWorld } from './world.ts';

export type FollowTicketLink = ReturnType<typeof followTicketLink>;

/** Returns the token of the ticket that a short link leads to. The ticket's QR code contains the same token. */
export const followTicketLink =
  (world: TicketWorld) =>
  async (text: string): Promise<string> => {
    const { findTicketLink, officeBookings } = world;
    const code = ticketCodeIn(text);
    const id: BookingId | undefined = code === undefined ? undefined : await findTicketLink(code);
    const booking = id === undefined ? undefined : await officeBookings.find(id);
    if (!booking) throw ticketUnknown();
    return ticketTokenOf(world, booking);
  };
