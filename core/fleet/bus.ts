import type { BusId, OperatorId } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { SeatLayout } from './seat-layout.ts';

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';
export type BusStatus = 'ACTIVE' | 'INACTIVE';

/** What people say of a bus. */
export interface BusDetails {
  readonly name: string;
  /** No two buses have the same: compared by `keyOfRegistration`. */
  readonly registrationNo: string;
  /** Upper case. */
  readonly type: string;
  readonly totalSeats: number;
  readonly status: BusStatus;
}

/** A bus as a catalogue lists it. */
export interface Bus extends BusDetails {
  /** The company that runs it. */
  readonly operatorId: OperatorId;
  readonly approvalStatus: ApprovalStatus;
  /** Null if passengers book a number of places instead of choosing seats. */
  readonly seatMap: SeatLayout | null;
}

export interface NewBus extends BusDetails {
  readonly operatorId: OperatorId;
  readonly approvalStatus: ApprovalStatus;
  readonly createdAt: Instant;
}

/** A bus as it is kept, apart from its seats and documents. */
export interface KeptBus extends NewBus {
  readonly id: BusId;
  /** Null unless it is REJECTED by an administrator. */
  readonly rejectionReason: string | null;
  /** Since when it waits for a review; null if it is not PENDING. */
  readonly waitingSince: Instant | null;
  /** Rises with every change of the bus or its seat map, from 1 on. */
  readonly revision: number;
  readonly hasSeatMap: boolean;
  /** It was changed or reviewed by hand: an import leaves it alone. */
  readonly changedInOffice: boolean;
  /** The same of its seat map. */
  readonly mapChangedInOffice: boolean;
}

/**
 * A bus stays with its company: nobody else may save a bus under its registration number. `operator` is undefined for a
 * company that does not exist yet.
 */
export const isOfAnotherCompany = (bus: Pick<Bus, 'operatorId'>, operator: OperatorId | undefined): boolean =>
  bus.operatorId !== operator;

/** What a search for buses looks into. No text that somebody types has a line break. */
export const busSearchKey = (name: string, registrationNo: string): string => foldCase(`${name}\n${registrationNo}`);

/** The bus as it is when it waits for a review, from `now` on unless it did already. */
export const waiting = (bus: KeptBus, now: Instant): KeptBus => ({
  ...bus,
  approvalStatus: 'PENDING',
  rejectionReason: null,
  waitingSince: bus.waitingSince ?? now,
});
