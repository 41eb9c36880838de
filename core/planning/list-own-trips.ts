import type { Listing, Page } from '../kernel/page.ts';
import type { Clock } from '../kernel/time.ts';
import type { OfficeTrip, OfficeTripFilter, OfficeTrips } from '../trips/office-trip.ts';

interface Needs {
  readonly clock: Clock;
  readonly officeTrips: Pick<OfficeTrips, 'list'>;
}

export type ListOwnTrips = ReturnType<typeof listOwnTrips>;

/** Lists trips of a company with their sales now, the earliest departure first. */
export const listOwnTrips =
  ({ clock, officeTrips }: Needs) =>
  (filter: OfficeTripFilter, page: Page): Promise<Listing<OfficeTrip>> =>
    officeTrips.list(filter, clock(), page);
