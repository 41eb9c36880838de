import type { RefundTier } from '../companies/company.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { TripDetail } from './ports.ts';
import { pointsOfSection } from './points.ts';
import { noSuchTrip, sectionUnknown, tripUnknown } from './refusals.ts';
import type { Section } from './sections.ts';
import type { OfficeTrip } from './office-trip.ts';
import type { TripWorld } from './world.ts';

/** A trip on sale, with the fees for cancelling a booking. */
export type ViewedTrip = TripDetail & { readonly cancellationTiers: readonly RefundTier[] };

export type ViewTrip = ReturnType<typeof viewTrip>;

/** Reads a trip on sale, or a section of it. Works even after the bus has left, so that links to trips keep working. */
export const viewTrip =
  ({ clock, tripSearch, cancellationTiers }: TripWorld) =>
  async (id: TripId, section?: Section): Promise<ViewedTrip> => {
    const now = clock();
    const trip = await tripSearch.find(id, now, section);
    if (!trip) throw section && (await tripSearch.find(id, now)) ? sectionUnknown() : tripUnknown();
    const points = pointsOfSection(trip, trip.section, (stop) => trip.stopCities[stop] ?? '');
    return { ...trip, ...points, cancellationTiers: trip.cancellationTiers ?? cancellationTiers };
  };

export type ViewOwnTrip = ReturnType<typeof viewOwnTrip>;

export const viewOwnTrip =
  ({ clock, officeTrips }: TripWorld) =>
  async (operatorId: OperatorId, id: TripId): Promise<OfficeTrip> => {
    const trip = await officeTrips.find(id, clock());
    if (trip?.operatorId !== operatorId) throw noSuchTrip();
    return trip;
  };
