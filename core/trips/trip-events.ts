import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripStatus } from './trip.ts';

/** A company has changed a trip. It is the same for everybody who looks at the trip. */
export interface TripChanged {
  readonly type: 'trip changed';
  readonly tripId: TripId;
  readonly change: 'cancelled' | 'retimed' | 'bus swapped' | 'fare changed';
  /** As they are from then on. */
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly status: TripStatus;
}

type ChangedTrip = Pick<TripChanged, 'departsAt' | 'arrivesAt' | 'status'> & { readonly id: TripId };

export const tripChanged = (
  { id, departsAt, arrivesAt, status }: ChangedTrip,
  change: TripChanged['change'],
): TripChanged => ({ type: 'trip changed', tripId: id, change, departsAt, arrivesAt, status });
