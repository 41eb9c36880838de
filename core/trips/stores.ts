import type { CityStore } from './city.ts';
import type { TripCrews } from './crew.ts';
import type { OfficeTrips } from './office-trip.ts';
import type { PlannedTrips } from './planned-trips.ts';
import type { TripRepo } from './ports.ts';
import type { TripCancellations } from './trip-cancellation.ts';

/** The stores of the area `trips`. A use case picks only the stores that it needs. */
export interface TripStores {
  readonly cities: CityStore;
  readonly trips: TripRepo;
  readonly plannedTrips: PlannedTrips;
  readonly tripCrews: TripCrews;
  readonly tripCancellations: TripCancellations;
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
}
