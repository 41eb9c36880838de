import type { RefundTier } from '../companies/company.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { TripDetail, TripSearch } from './ports.ts';
import { noSuchTrip, tripUnknown } from './refusals.ts';
import type { OfficeTrip, OfficeTrips } from './office-trip.ts';

interface ViewTripNeeds {
  readonly clock: Clock;
  readonly tripSearch: TripSearch;
  /** The platform's tiers, for companies without their own. */
  readonly cancellationTiers: readonly RefundTier[];
}

/** A trip on sale, with the fees for cancelling a booking. */
export type ViewedTrip = TripDetail & { readonly cancellationTiers: readonly RefundTier[] };

export type ViewTrip = ReturnType<typeof viewTrip>;

/** A trip on sale, even if it has left: links to trips keep working. */
export const viewTrip =
  ({ clock, tripSearch, cancellationTiers }: ViewTripNeeds) =>
  async (id: TripId): Promise<ViewedTrip> => {
    const trip = await tripSearch.find(id, clock());
    if (!trip) throw tripUnknown();
    return { ...trip, cancellationTiers: trip.cancellationTiers ?? cancellationTiers };
  };

interface ViewOwnTripNeeds {
  readonly clock: Clock;
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
}

export type ViewOwnTrip = ReturnType<typeof viewOwnTrip>;

export const viewOwnTrip =
  ({ clock, officeTrips }: ViewOwnTripNeeds) =>
  async (operatorId: OperatorId, id: TripId): Promise<OfficeTrip> => {
    const trip = await officeTrips.find(id, clock());
    if (trip?.operatorId !== operatorId) throw noSuchTrip();
    return trip;
  };
