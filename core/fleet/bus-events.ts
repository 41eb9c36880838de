import type { ApprovalStatus } from './bus.ts';
import type { BusId, OperatorId } from '../kernel/ids.ts';

/** Event: an administrator reviewed a bus. */
export interface BusReviewed {
  readonly type: 'bus reviewed';
  readonly operatorId: OperatorId;
  readonly busId: BusId;
  readonly registrationNo: string;
  readonly approvalStatus: ApprovalStatus;
  /** The reason of a rejection; null otherwise. */
  readonly reason: string | null;
}
