import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { CrewMember } from '../trips/crew.ts';
import type { Trip } from '../trips/trip.ts';

/** A trip as the crew on board sees it. */
export interface CrewTrip extends Pick<Trip, 'id' | 'status' | 'departsAt' | 'arrivesAt' | 'departedAt'> {
  readonly operatorId: OperatorId;
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly crew: readonly CrewMember[];
  /** The number of passengers with a ticket, as on the manifest. */
  readonly sold: number;
  /** The number of passengers with a ticket who are on board. */
  readonly boarded: number;
}

export interface CrewTripViews {
  /**
   * A company's trips that depart within `departs`, and its trips under way at `underWayAt`. A trip under way has not
   * arrived yet. It was due to leave before `departs`, or has left early. Ordered by departure.
   */
  list(operatorId: OperatorId, departs: Span, underWayAt?: Instant): Promise<readonly CrewTrip[]>;
  /** Finds a trip of any company. */
  find(id: TripId): Promise<CrewTrip | undefined>;
}
