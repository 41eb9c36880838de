import type { RefundTier } from '../companies/company.ts';
import type { FleetEvent, FleetStores, FleetWorld } from '../fleet/world.ts';
import type { RoadBounds } from '../kernel/coordinates.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { CityRepo, CityStore } from './city.ts';
import type { TripCrews } from './crew.ts';
import type { OfficeTrips } from './office-trip.ts';
import type { PlannedTrips } from './planned-trips.ts';
import type { PlaceUrlNeeds } from './places.ts';
import type { FareViews, TripRepo, TripSearch } from './ports.ts';
import type { TripCancellations } from './trip-cancellation.ts';
import type { TripChanged } from './trip.ts';

/** The stores of one transaction: those of the area `trips` and of the areas below it. */
export interface TripStores extends FleetStores {
  readonly cities: CityStore;
  readonly trips: TripRepo;
  readonly plannedTrips: PlannedTrips;
  readonly tripCrews: TripCrews;
  readonly tripCancellations: TripCancellations;
  readonly officeTrips: Pick<OfficeTrips, 'find' | 'openingAt'>;
  readonly events: Recorder<FleetEvent | TripChanged>;
}

/** The dependencies of use cases of the area `trips`. */
export interface TripWorld<Stores extends TripStores = TripStores> extends FleetWorld<Stores>, PlaceUrlNeeds {
  readonly cities: CityRepo;
  readonly tripSearch: TripSearch;
  readonly fareViews: FareViews;
  readonly officeTrips: OfficeTrips;
  /** The bounds of all coordinates. */
  readonly roadBounds: RoadBounds;
  readonly minBookingLeadMinutes: number;
  readonly cancellationTiers: readonly RefundTier[];
}
