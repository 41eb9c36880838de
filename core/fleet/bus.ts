import type { OperatorId } from '../kernel/ids.ts';
import type { SeatLayout } from './seat-layout.ts';

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';
export type BusStatus = 'ACTIVE' | 'INACTIVE';

export interface Bus {
  /** The company that runs it. */
  readonly operatorId: OperatorId;
  readonly name: string;
  /** No two buses have the same. */
  readonly registrationNo: string;
  /** Upper case. */
  readonly type: string;
  readonly totalSeats: number;
  readonly approvalStatus: ApprovalStatus;
  readonly status: BusStatus;
  /** Null if passengers book a number of places instead of choosing seats. */
  readonly seatMap: SeatLayout | null;
}

/**
 * A bus stays with its company: nobody else may save a bus under its registration number. `operator` is undefined for a
 * company that does not exist yet.
 */
export const isOfAnotherCompany = (bus: Pick<Bus, 'operatorId'>, operator: OperatorId | undefined): boolean =>
  bus.operatorId !== operator;
