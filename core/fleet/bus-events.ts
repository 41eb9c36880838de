import type { SeatNumber, TripId, BusId, OperatorId } from '../kernel/ids.ts';
import type { Section } from '../kernel/section.ts';
import type { SeatState } from './seat-state.ts';
import type { ApprovalStatus } from './bus.ts';

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

/**
 * Event: the state of seats on a trip changed. The area `seats` defines the same event, but this area must not import
 * from it.
 */
export interface SeatsOfTripChanged {
  readonly type: 'seats changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly status: SeatState;
}

/**
 * Event: the state of seats changed on a section of a trip (from one stop to a later one). The area `seats` defines the
 * same event, but this area must not import from it.
 */
export interface SectionOfTripChanged extends Section {
  readonly type: 'section changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly status: SeatState;
}
