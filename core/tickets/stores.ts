import type { TicketLinks } from './ticket-links.ts';

/** The stores of this area. A use case names those it uses. */
export interface TicketStores {
  readonly ticketLinks: TicketLinks;
}
