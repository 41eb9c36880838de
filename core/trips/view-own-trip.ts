import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { OfficeTrip, OfficeTrips } from './office-trip.ts';
import { noSuchTrip } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
}

export type ViewOwnTrip = ReturnType<typeof viewOwnTrip>;

/** A trip of the company. */
export const viewOwnTrip =
  ({ clock, officeTrips }: Needs) =>
  async (operatorId: OperatorId, id: TripId): Promise<OfficeTrip> => {
    const trip = await officeTrips.find(id, clock());
    if (trip?.operatorId !== operatorId) throw noSuchTrip();
    return trip;
  };
