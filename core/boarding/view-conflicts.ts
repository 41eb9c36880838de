import type { TripId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { BoardingViews, Conflict } from './ports.ts';

interface Needs {
  readonly boardingViews: Pick<BoardingViews, 'conflicts'>;
}

export type ListConflicts = ReturnType<typeof listConflicts>;

/**
 * Lists contradictions between the scans of a trip and its bookings, newest first. The caller has checked whose trip it
 * is.
 */
export const listConflicts =
  ({ boardingViews }: Needs) =>
  (trip: TripId, page: Page): Promise<Listing<Conflict>> =>
    boardingViews.conflicts(trip, page);
