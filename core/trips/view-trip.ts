import type { RefundTier } from '../companies/company.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { TripDetail } from './ports.ts';
import type { PlaceDetails, PlacesByName } from './places.ts';
import { type Point, pointKey, pointsOfSection } from './points.ts';
import { noSuchTrip, sectionUnknown, tripUnknown } from './refusals.ts';
import type { Section } from './sections.ts';
import type { OfficeTrip } from './office-trip.ts';
import type { TripWorld } from './world.ts';

/** A trip on sale, with the fees for cancelling a booking. */
export interface ViewedTrip extends Omit<TripDetail, 'boardingPoints' | 'droppingPoints' | 'places'> {
  readonly boardingPoints: readonly PlacedPoint[];
  readonly droppingPoints: readonly PlacedPoint[];
  readonly cancellationTiers: readonly RefundTier[];
}

/** A point with the place of its name; null if there is no such place. */
interface PlacedPoint extends Point {
  readonly place: PlaceDetails | null;
}

export type ViewTrip = ReturnType<typeof viewTrip>;

/** Reads a trip on sale, or a section of it. Works even after the bus has left, so that links to trips keep working. */
export const viewTrip =
  ({ clock, tripSearch, cancellationTiers }: TripWorld) =>
  async (id: TripId, section?: Section): Promise<ViewedTrip> => {
    const now = clock();
    const trip = await tripSearch.find(id, now, section);
    if (!trip) throw section && (await tripSearch.find(id, now)) ? sectionUnknown() : tripUnknown();
    const points = pointsOfSection(trip, trip.section, (stop) => trip.stopCities[stop] ?? '');
    const { boarding, dropping } = trip.places;
    return {
      ...trip,
      boardingPoints: points.boardingPoints.map((point) => placed(point, trip.boardingPoints, boarding)),
      droppingPoints: points.droppingPoints.map((point) => placed(point, trip.droppingPoints, dropping)),
      cancellationTiers: trip.cancellationTiers ?? cancellationTiers,
    };
  };

/** Adds its place to a point of a trip. A point that only stands for a stop without points has none. */
const placed = (point: Point, own: readonly Point[], places: PlacesByName): PlacedPoint => ({
  ...point,
  place: own.includes(point) ? (places.get(pointKey(point.name)) ?? null) : null,
});

export type ViewOwnTrip = ReturnType<typeof viewOwnTrip>;

export const viewOwnTrip =
  ({ clock, officeTrips }: TripWorld) =>
  async (operatorId: OperatorId, id: TripId): Promise<OfficeTrip> => {
    const trip = await officeTrips.find(id, clock());
    if (trip?.operatorId !== operatorId) throw noSuchTrip();
    return trip;
  };
