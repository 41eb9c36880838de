import type { Canceller } from '../bookings/ports.ts';
import type { AgentId, AgentStatementId, BookingId, BusId, RefundId, StatementId, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { RefundStatus } from '../payments/refund.ts';
import type { TripStatus } from '../trips/trip.ts';

/*
 * The stores report what happens to bookings, trips, refunds and statements. The unit of work writes events of it as
 * its last step. No use case writes these events, so no use case can forget them.
 */

/** The fields of a trip whose changes are events. */
export interface TripState {
  readonly status: TripStatus;
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
  readonly busId: BusId;
  readonly fare: Paisa;
  readonly departedAt: Instant | null;
}

/** Changes of a booking that keep it going. `trip` is added when the event is written. */
export type BookingChangeKind = 'passengers' | 'seats_cancelled' | 'seats_moved';

export interface CancelledBooking {
  readonly of: 'booking';
  readonly id: BookingId;
  readonly did: 'cancelled';
  readonly by: Canceller;
  readonly refund: Paisa;
  readonly fee: Paisa;
}

export type BookingHappening =
  | { readonly of: 'booking'; readonly id: BookingId; readonly did: 'confirmed' | 'expired' | 'completed' }
  | {
      readonly of: 'booking';
      readonly id: BookingId;
      readonly did: 'changed';
      readonly what: BookingChangeKind;
    }
  | CancelledBooking;

/** `before` is the trip's state before the change; undefined for a new trip. */
export interface TripHappening {
  readonly of: 'trip';
  readonly id: TripId;
  readonly before: TripState | undefined;
}

/** A trip is late: crew or office said so, or its estimate has passed a threshold. */
export interface DelayHappening {
  readonly of: 'delay';
  readonly id: TripId;
  readonly minutes: number;
  readonly isSaid: boolean;
}

/** `before` is the refund's status before the change; undefined for a new refund. */
export interface RefundHappening {
  readonly of: 'refund';
  readonly id: RefundId;
  readonly before: RefundStatus | undefined;
}

export interface StatementHappening {
  readonly of: 'statement';
  readonly id: StatementId;
  readonly did: 'made' | 'paid';
}

export interface AgentStatementHappening {
  readonly of: 'agent statement';
  readonly id: AgentStatementId;
  readonly did: 'made' | 'paid';
}

/** The credit of an agent has become low. */
export interface AgentHappening {
  readonly of: 'agent';
  readonly id: AgentId;
}

export type Happening =
  | BookingHappening
  | TripHappening
  | DelayHappening
  | RefundHappening
  | StatementHappening
  | AgentStatementHappening
  | AgentHappening;
