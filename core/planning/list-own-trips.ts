import type { Listing, Page } from '../kernel/page.ts';
import type { OfficeTrip, OfficeTripFilter } from '../trips/office-trip.ts';
import type { PlanningWorld } from './world.ts';

export type ListOwnTrips = ReturnType<typeof listOwnTrips>;

/** Lists trips of a company with their sales now, the earliest departure first. */
export const listOwnTrips =
  ({ clock, officeTrips }: PlanningWorld) =>
  (filter: OfficeTripFilter, page: Page): Promise<Listing<OfficeTrip>> =>
    officeTrips.list(filter, clock(), page);
