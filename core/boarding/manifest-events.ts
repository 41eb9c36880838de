import type { OperatorId, TripId } from '../kernel/ids.ts';

/** Something on a trip's manifest is different. It says nothing of whom: whoever may know reads the manifest. */
export interface ManifestChanged {
  readonly type: 'manifest changed';
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  readonly revision: number;
}
