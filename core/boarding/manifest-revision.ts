import type { BusId, CityId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import type { Recorder } from '../platform/outbox.ts';

/** Something on a trip's manifest is different. It says nothing of whom: whoever may know reads the manifest. */
export interface ManifestChanged {
  readonly type: 'manifest changed';
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  readonly revision: number;
}

/*
 * Phones ask for manifests all day, and are told at once when theirs is still good: by its revision. No use case raises
 * it. The stores name whatever they change of what manifests tell, and the unit of work raises, as its last step, what
 * was named: so no new way of changing a booking can forget it, and a transaction raises each revision once.
 */

/** Something of which manifests tell: one trip, or what several trips have in common. */
export type ManifestChange =
  | { readonly of: 'trip'; readonly id: TripId }
  /** Its name, its number plate, or the numbers of its seats. */
  | { readonly of: 'bus'; readonly id: BusId }
  /** The name or the phone of somebody who has booked, or has sold at a counter. */
  | { readonly of: 'user'; readonly id: UserId }
  | { readonly of: 'city'; readonly id: CityId };

/** The revision of a manifest that nothing has changed yet. */
export const FIRST_REVISION = 1;

export interface RaisedRevision {
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  readonly revision: number;
}

export interface ManifestRevisions {
  /**
   * Raises the revision of every manifest that tells of one of the changes, each by one. What trips have in common
   * counts for those that depart after `since`. The manifests are locked until the transaction ends, in the order of
   * their trips: whoever raises them locks nothing else afterwards.
   */
  raise(changes: readonly ManifestChange[], since: Instant): Promise<readonly RaisedRevision[]>;
}

interface Stores {
  readonly manifestRevisions: ManifestRevisions;
  readonly events: Recorder<ManifestChanged>;
}

/** Conductors look at manifests of trips from yesterday on. */
const LOOKED_AT_DAYS = 2;

/** The last step of every transaction: raises the revisions that its changes ask for, and tells subscribers of it. */
export async function raiseRevisions(
  { manifestRevisions, events }: Stores,
  changes: readonly ManifestChange[],
  now: Instant,
): Promise<void> {
  if (changes.length === 0) return;
  for (const raised of await manifestRevisions.raise(changes, daysAfter(now, -LOOKED_AT_DAYS)))
    await events.record({ type: 'manifest changed', ...raised }, now);
}
