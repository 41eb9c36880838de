import type { SeatHolder, TripId } from '../kernel/ids.ts';
import { sectionUnknown, tripUnknown } from '../trips/refusals.ts';
import type { Section } from '../trips/sections.ts';
import type { SeatMapView } from './ports.ts';
import type { SeatWorld } from './world.ts';

export type ViewSeatMap = ReturnType<typeof viewSeatMap>;

/**
 * The seats of a trip of any status, on a section or the whole trip. Also says how long a new hold would last. A
 * signed-in viewer sees which seats they hold themselves.
 */
export const viewSeatMap =
  ({ clock, seatMaps, seatLockMinutes }: SeatWorld) =>
  async (
    tripId: TripId,
    viewer?: SeatHolder,
    section?: Section,
  ): Promise<SeatMapView & { readonly lockMinutes: number }> => {
    const now = clock();
    const map = await seatMaps.view(tripId, viewer, now, section);
    if (map) return { ...map, lockMinutes: seatLockMinutes };
    throw section && (await seatMaps.view(tripId, viewer, now)) ? sectionUnknown() : tripUnknown();
  };
