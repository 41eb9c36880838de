import type { DocumentRepo, TripGate } from './document-ports.ts';
import type { BusRepo, FleetViews, TripsAhead } from './ports.ts';

/** The stores of the area `fleet`. A use case picks only the stores that it needs. */
export interface FleetStores {
  readonly buses: BusRepo;
  readonly documents: DocumentRepo;
  readonly tripGate: TripGate;
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly tripsAhead: TripsAhead;
}
