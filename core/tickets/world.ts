import type { WriteSms } from '../platform/sms-facts.ts';
import type { RefundStores, RefundWorld } from '../refunds/world.ts';
import type { LiveLinks, TicketLinks, TicketPrinter } from './ports.ts';

/** The stores of one transaction: those of the area `tickets` and of the areas below it. */
export interface TicketStores extends RefundStores {
  readonly ticketLinks: TicketLinks;
  readonly liveLinks: LiveLinks;
}

/** The dependencies of use cases of the area `tickets`. */
export interface TicketWorld<Stores extends TicketStores = TicketStores> extends RefundWorld<Stores> {
  readonly findTicketLink: TicketLinks['find'];
  readonly findLiveLink: LiveLinks['find'];
  readonly ticketPrinter: TicketPrinter;
  readonly writeSms: WriteSms;
}
