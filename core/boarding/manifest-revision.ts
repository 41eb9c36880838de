import type { BusId, CityId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** A trip's manifest changed. The event carries no names; subscribers with access read the manifest. */
export interface ManifestChanged {
  readonly type: 'manifest changed';
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  readonly revision: number;
}

/*
 * Phones ask for manifests all day. The revision shows them at once whether their copy is current. The stores report
 * changes to manifests, and the unit of work raises each revision once, as its last step. No use case raises revisions,
 * so no use case can forget this.
 */

/** A change to one trip's manifest, or to a bus, a user or a city that several manifests show. */
export type ManifestChange =
  | { readonly of: 'trip'; readonly id: TripId }
  /** A change of the bus's name, registration number or seat numbers. */
  | { readonly of: 'bus'; readonly id: BusId }
  /** A change of the name or phone of a user who booked online or sold at a counter. */
  | { readonly of: 'user'; readonly id: UserId }
  | { readonly of: 'city'; readonly id: CityId };

/** The revision of a manifest before its first change. */
export const FIRST_REVISION = 1;

export interface RaisedRevision {
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  readonly revision: number;
}

export interface ManifestRevisions {
  /**
   * Raises the revision of every affected manifest by one. A change of a bus, a user or a city affects trips that
   * depart after `since`. Locks the manifests, ordered by trip, until the transaction ends. The caller must lock
   * nothing afterwards.
   */
  raise(changes: readonly ManifestChange[], since: Instant): Promise<readonly RaisedRevision[]>;
}
