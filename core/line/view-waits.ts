import type { OperatorId, TripId, UserId } from '../kernel/ids.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import type { ListedWait, TripLine } from './ports.ts';
import type { LineWorld } from './world.ts';

export type ViewWaits = ReturnType<typeof viewWaits>;

/** The passenger's waits that have not ended, newest first. */
export const viewWaits =
  ({ clock, waitViews }: LineWorld) =>
  async (passenger: UserId): Promise<readonly ListedWait[]> =>
    waitViews.own(passenger, clock());

export type ViewTripLine = ReturnType<typeof viewTripLine>;

/** How many people wait for a trip of the company, without names. */
export const viewTripLine =
  ({ clock, waitViews }: LineWorld) =>
  async (operatorId: OperatorId, trip: TripId): Promise<TripLine> => {
    const line = await waitViews.line(trip, clock());
    if (line?.operatorId !== operatorId) throw noSuchTrip();
    return line;
  };
