import type { CrewTripViews } from './crew-trip.ts';
import type { CrewDevices } from './device-ports.ts';
import type { ManifestRevisions } from './manifest-revision.ts';
import type { Boardings } from './ports.ts';

/** The stores of this area. A use case names those it uses. */
export interface BoardingStores {
  readonly manifestRevisions: ManifestRevisions;
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly boardings: Boardings;
  readonly crewDevices: CrewDevices;
}
