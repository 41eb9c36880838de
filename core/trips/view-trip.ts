import type { RefundTier } from '../companies/company.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { TripDetail, TripSearch } from './ports.ts';
import { pointsOfSection } from './points.ts';
import { noSuchTrip, sectionUnknown, tripUnknown } from './refusals.ts';
import type { Section } from './sections.ts';
import type { OfficeTrip, OfficeTrips } from './office-trip.ts';

interface ViewTripNeeds {
  readonly clock: Clock;
  readonly tripSearch: TripSearch;
  /** The platform's cancellation tiers, for companies without their own. */
  readonly cancellationTiers: readonly RefundTier[];
}

/** A trip on sale, with the fees for cancelling a booking. */
export type ViewedTrip = TripDetail & { readonly cancellationTiers: readonly RefundTier[] };

export type ViewTrip = ReturnType<typeof viewTrip>;

/** Reads a trip on sale, or a section of it. Works even after the bus has left, so that links to trips keep working. */
export const viewTrip =
  ({ clock, tripSearch, cancellationTiers }: ViewTripNeeds) =>
  async (id: TripId, section?: Section): Promise<ViewedTrip> => {
    const now = clock();
    const trip = await tripSearch.find(id, now, section);
    if (!trip) throw section && (await tripSearch.find(id, now)) ? sectionUnknown() : tripUnknown();
    const points = pointsOfSection(trip, trip.section, (stop) => trip.stopCities[stop] ?? '');
    return { ...trip, ...points, cancellationTiers: trip.cancellationTiers ?? cancellationTiers };
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
