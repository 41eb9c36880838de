import type { TripId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { SeatMapView, SeatMaps } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly seatMaps: SeatMaps;
  readonly seatLockMinutes: number;
}

export type ViewSeatMap = ReturnType<typeof viewSeatMap>;

/**
 * The seats of a trip of any status, and how long a hold on them would last. A signed-in viewer sees which seats they
 * hold themselves.
 */
export const viewSeatMap =
  ({ clock, seatMaps, seatLockMinutes }: Needs) =>
  async (tripId: TripId, viewer?: UserId): Promise<SeatMapView & { readonly lockMinutes: number }> => {
    const map = await seatMaps.view(tripId, viewer, clock());
    if (!map) throw tripUnknown();
    return { ...map, lockMinutes: seatLockMinutes };
  };
