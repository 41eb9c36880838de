import type { CompanyStores, CompanyWorld } from '../companies/world.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { BusReviewed, SeatsOfTripChanged, SectionOfTripChanged } from './bus-events.ts';
import type { DocumentFiles, DocumentRepo, DocumentViews, TripGate } from './document-ports.ts';
import type { DocumentEvent } from './documents.ts';
import type { BusRepo, FleetViews, SeatSections, TripsAhead } from './ports.ts';

/** Events about buses, their papers and their seats. */
export type FleetEvent = DocumentEvent | BusReviewed | SeatsOfTripChanged | SectionOfTripChanged;

/** The stores of one transaction: those of the area `fleet` and of the areas below it. */
export interface FleetStores extends CompanyStores {
  readonly buses: BusRepo;
  readonly documents: DocumentRepo;
  readonly tripGate: TripGate;
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly tripsAhead: TripsAhead;
  /** The area `seats` implements this store. */
  readonly seatLocks: SeatSections;
  readonly events: Recorder<FleetEvent>;
}

/** The dependencies of use cases of the area `fleet`. */
export interface FleetWorld<Stores extends FleetStores = FleetStores> extends CompanyWorld<Stores> {
  readonly fleetViews: FleetViews;
  readonly documentViews: DocumentViews;
  readonly documentFiles: DocumentFiles;
}
