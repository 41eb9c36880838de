import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { TripDetail, TripSearch } from './ports.ts';
import { tripUnknown } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly tripSearch: TripSearch;
  /** The platform's, for companies that have none of their own. */
  readonly cancellationTiers: readonly RefundTier[];
}

/** A trip on sale, and what cancelling a booking on it costs. */
export type ViewedTrip = TripDetail & { readonly cancellationTiers: readonly RefundTier[] };

export type ViewTrip = ReturnType<typeof viewTrip>;

/** A trip on sale. It may have left: links to trips keep working. */
export const viewTrip =
  ({ clock, tripSearch, cancellationTiers }: Needs) =>
  async (id: TripId): Promise<ViewedTrip> => {
    const trip = await tripSearch.find(id, clock());
    if (!trip) throw tripUnknown();
    return { ...trip, cancellationTiers: trip.cancellationTiers ?? cancellationTiers };
  };
