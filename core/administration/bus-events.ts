import type { ApprovalStatus } from '../fleet/bus.ts';
import type { BusId, OperatorId } from '../kernel/ids.ts';

/** An administrator has looked at a bus. */
export interface BusReviewed {
  readonly type: 'bus reviewed';
  readonly operatorId: OperatorId;
  readonly busId: BusId;
  readonly registrationNo: string;
  readonly approvalStatus: ApprovalStatus;
  /** Why it was rejected. */
  readonly reason: string | null;
}
