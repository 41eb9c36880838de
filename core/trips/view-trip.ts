import type { TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { TripListing, TripSearch } from './ports.ts';
import { tripUnknown } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly tripSearch: TripSearch;
}

export type ViewTrip = ReturnType<typeof viewTrip>;

/** A trip on sale. It may have left: links to trips keep working. */
export const viewTrip =
  ({ clock, tripSearch }: Needs) =>
  async (id: TripId): Promise<TripListing> => {
    const trip = await tripSearch.find(id, clock());
    if (!trip) throw tripUnknown();
    return trip;
  };
