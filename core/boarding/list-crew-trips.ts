import type { Calendar } from '../kernel/calendar.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { notADay } from '../trips/refusals.ts';
import type { CrewTrip, CrewTripViews } from './crew-trip.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'day' | 'date'>;
  readonly crewTrips: Pick<CrewTripViews, 'list'>;
}

export type ListCrewTrips = ReturnType<typeof listCrewTrips>;

/**
 * Lists trips of a company's buses on a local day, `YYYY-MM-DD`. Today's list also has trips of earlier days that are
 * still under way.
 */
export const listCrewTrips =
  ({ clock, calendar, crewTrips }: Needs) =>
  async (operatorId: OperatorId, date?: string): Promise<readonly CrewTrip[]> => {
    const now = clock();
    const today = calendar.date(now);
    const day = calendar.day(date ?? today);
    if (!day) throw notADay();
    return crewTrips.list(operatorId, day, (date ?? today) === today ? now : undefined);
  };
