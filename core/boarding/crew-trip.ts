import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Trip } from '../trips/trip.ts';

/** A trip as those see it who work on board. */
export interface CrewTrip extends Pick<Trip, 'id' | 'status' | 'departsAt' | 'arrivesAt' | 'departedAt'> {
  readonly operatorId: OperatorId;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly busName: string;
  readonly registrationNo: string;
  /** How many passengers have a ticket: as many as are on the manifest. */
  readonly sold: number;
  /** How many of them have got on. */
  readonly boarded: number;
}

export interface CrewTripViews {
  /**
   * The trips of a company that depart within a span of time, and those that are under way at `underWayAt`: that should
   * have left before it, or have left already though their time is after it. The first to depart first.
   */
  list(operatorId: OperatorId, departs: Span, underWayAt?: Instant): Promise<readonly CrewTrip[]>;
  /** A trip of any company. */
  find(id: TripId): Promise<CrewTrip | undefined>;
}
