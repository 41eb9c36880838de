import type { CrewTripViews } from './crew-trip.ts';
import type { CrewDevices } from './device-ports.ts';
import type { ManifestRevisions } from './manifest-revision.ts';
import type { Boardings } from './ports.ts';

/** The stores of the area `boarding`. A use case picks only the stores that it needs. */
export interface BoardingStores {
  readonly manifestRevisions: ManifestRevisions;
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly boardings: Boardings;
  readonly crewDevices: CrewDevices;
}
