import type { BusId, OperatorId } from '../kernel/ids.ts';
import { foldCase } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { Amenity } from './amenities.ts';
import type { SeatLayout } from './seat-layout.ts';

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'REJECTED';
export type BusStatus = 'ACTIVE' | 'INACTIVE';

/** The details that a company enters for a bus. */
export interface BusDetails {
  readonly name: string;
  /**
   * The registration number, which is compared by `keyOfRegistration`. Unique within a company, and unique among
   * APPROVED buses.
   */
  readonly registrationNo: string;
  /** The type of the bus, in upper case. */
  readonly type: string;
  readonly totalSeats: number;
  /** Amenities that the bus offers, in the order of AMENITIES. */
  readonly amenities: readonly Amenity[];
  readonly status: BusStatus;
}

/** A bus as a catalogue lists it. */
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
  /** The number of the bus's state, from 1. It increases with every change of the bus or its seat map. */
  readonly revision: number;
  readonly hasSeatMap: boolean;
  /** True if the bus was changed or reviewed by hand. Then imports leave the bus alone. */
  readonly changedInOffice: boolean;
  /** True if the seat map was changed by hand. Then imports leave the map alone. */
  readonly mapChangedInOffice: boolean;
}

/** True if the bus belongs to another company. The operator is undefined for a company that does not exist yet. */
export const isOfAnotherCompany = (bus: Pick<Bus, 'operatorId'>, operator: OperatorId | undefined): boolean =>
  bus.operatorId !== operator;

/** The text that searches for buses look into. Typed text has no line breaks, so a match cannot span both parts. */
export const busSearchKey = (name: string, registrationNo: string): string => foldCase(`${name}\n${registrationNo}`);

/** The bus as PENDING. It waits from `now` on unless it waits already. */
export const waiting = (bus: KeptBus, now: Instant): KeptBus => ({
  ...bus,
  approvalStatus: 'PENDING',
  rejectionReason: null,
  waitingSince: bus.waitingSince ?? now,
});
