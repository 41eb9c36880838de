import type { TicketLinks } from './ticket-links.ts';

/** The stores of the area `tickets`. A use case picks only the stores that it needs. */
export interface TicketStores {
  readonly ticketLinks: TicketLinks;
}
