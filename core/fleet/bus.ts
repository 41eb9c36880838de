import type { BusId, OperatorId } from '../kernel/ids.ts';
import { folded } from '../kernel/folding.ts';
import type { Instant } from '../kernel/time.ts';
import type { Amenity } from './amenities.ts';
import type { SeatLayout } from './seat-layout.ts';

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';
export type BusStatus = 'ACTIVE' | 'INACTIVE';

/** The details that a company enters for a bus. */
export interface BusDetails {
  readonly name: string;
  /**
   * The registration number. Compared in the form that `keyOfRegistration` gives. Unique within a company, and unique
   * among APPROVED buses.
   */
  readonly registrationNo: string;
  /** The type of the bus, in upper case. */
  readonly type: string;
  readonly totalSeats: number;
  /** Amenities that the bus offers, in the order of AMENITIES. */
  readonly amenities: readonly Amenity[];
  readonly status: BusStatus;
}

/** A bus as a catalogue (an imported file) lists it. */
export interface Bus extends BusDetails {
  /** The id of the company that runs the bus. */
  readonly operatorId: OperatorId;
  readonly approvalStatus: ApprovalStatus;
  /** The seat map; null if passengers book a number of places instead of choosing seats. */
  readonly seatMap: SeatLayout | null;
}

export interface NewBus extends BusDetails {
  readonly operatorId: OperatorId;
  readonly approvalStatus: ApprovalStatus;
  readonly createdAt: Instant;
}

/** A stored bus, without its seats and documents. */
export interface KeptBus extends NewBus {
  readonly id: BusId;
  /** The reason of the rejection; null unless the bus is REJECTED. */
  readonly rejectionReason: string | null;
  /** The moment since which the bus waits for a review; null unless PENDING. */
  readonly waitingSince: Instant | null;
  /** The revision number of the bus, from 1. It increases with every change of the bus or its seat map. */
  readonly revision: number;
  readonly hasSeatMap: boolean;
  /** True if a person has changed or reviewed the bus. Imports then do not change the bus. */
  readonly changedInOffice: boolean;
  /** True if a person has changed the seat map. Imports then do not change the map. */
  readonly mapChangedInOffice: boolean;
}

/** True if the bus belongs to another company. `operator` is undefined for a company that is not stored yet. */
export const isOfAnotherCompany = (bus: Pick<Bus, 'operatorId'>, operator: OperatorId | undefined): boolean =>
  bus.operatorId !== operator;

/**
 * The text in which searches for buses look. Search words have no line breaks, so a match cannot span name and number.
 */
export const busSearchKey = (name: string, registrationNo: string): string =>
  [name, registrationNo].map(folded).join('\n');

/** Returns the bus with approval status PENDING. A bus that waits for a review already keeps its `waitingSince`. */
export const waiting = (bus: KeptBus, now: Instant): KeptBus => ({
  ...bus,
  approvalStatus: 'PENDING',
  rejectionReason: null,
  waitingSince: bus.waitingSince ?? now,
});
