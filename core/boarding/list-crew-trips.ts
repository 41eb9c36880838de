import type { OperatorId } from '../kernel/ids.ts';
import { notADay } from '../trips/refusals.ts';
import type { CrewTrip } from './crew-trip.ts';
import type { BoardingWorld } from './world.ts';

export type ListCrewTrips = ReturnType<typeof listCrewTrips>;

/**
 * Lists trips of a company's buses on a local day, `YYYY-MM-DD`. Today's list also has trips of earlier days that are
 * still under way.
 */
export const listCrewTrips =
  ({ clock, calendar, crewTrips }: BoardingWorld) =>
  async (operatorId: OperatorId, date?: string): Promise<readonly CrewTrip[]> => {
    const now = clock();
    const today = calendar.date(now);
    const day = calendar.day(date ?? today);
    if (!day) throw notADay();
    return crewTrips.list(operatorId, day, (date ?? today) === today ? now : undefined);
  };
