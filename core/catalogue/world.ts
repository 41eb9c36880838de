import type { TicketStores, TicketWorld } from '../tickets/world.ts';
import type { Catalogue } from './catalogue.ts';

/** The stores of one transaction: those of the area `catalogue` and of the areas below it. */
export interface CatalogueStores extends TicketStores {
  readonly catalogue: Catalogue;
}

/** The dependencies of use cases of the area `catalogue`. */
export type CatalogueWorld<Stores extends CatalogueStores = CatalogueStores> = TicketWorld<Stores>;
