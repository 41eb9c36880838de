import type { BookingStatus, Channel } from '../bookings/booking.ts';
import type { Canceller } from '../bookings/ports.ts';
import type {
  AgentId,
  AgentStatementId,
  BookingId,
  OperatorId,
  PaymentId,
  RefundId,
  SeatNumber,
  StatementId,
  TripId,
} from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { StatementNumber, StatementStatus } from '../ledger/statement.ts';
import type { RefundReason, RefundStatus } from '../payments/refund.ts';
import type { BookingChangeKind, TripState } from './happening.ts';
import type { EventType } from './event-types.ts';
import type { Owner, OwnerKind } from './owner.ts';

/** A booking as events tell of it. */
export interface ToldBooking {
  readonly id: BookingId;
  readonly code: string;
  readonly status: BookingStatus;
  readonly channel: Channel;
  readonly tripId: TripId;
  readonly operatorId: OperatorId;
  /** The agent that sold the booking, and the agent's own reference. Both are null for other bookings. */
  readonly agentId: AgentId | null;
  readonly reference: string | null;
  readonly from: number;
  readonly to: number;
  readonly departsAt: Instant;
  readonly seatsCount: number;
  /** Ordered by the seat map. Empty on a bus without one. */
  readonly seats: readonly SeatNumber[];
  readonly total: Paisa;
  /** The booking that this one has replaced by a change that is done. */
  readonly changedFrom: ReplacedBooking | null;
  /** Whether another booking has replaced this one. */
  readonly isReplaced: boolean;
}

export interface ReplacedBooking {
  readonly id: BookingId;
  readonly code: string;
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly total: Paisa;
}

/** The facts about a trip that events tell. */
export interface TripFacts extends TripState {
  readonly id: TripId;
  readonly operatorId: OperatorId;
  readonly sourceCity: string;
  readonly destinationCity: string;
}

/** A trip as events tell of it. */
export interface ToldTrip extends TripFacts {
  /** The agents that hear of the trip: they had an active booking on it before the change. */
  readonly agents: readonly AgentId[];
}

/** A booking of an agent on a trip, with its present status. */
export interface AgentsBooking {
  readonly id: BookingId;
  readonly tripId: TripId;
  readonly agentId: AgentId;
  readonly status: BookingStatus;
}

export interface ToldRefund {
  readonly id: RefundId;
  readonly bookingId: BookingId;
  readonly bookingCode: string;
  readonly operatorId: OperatorId;
  /** The agent that sold the booking; null for other bookings. */
  readonly agentId: AgentId | null;
  readonly paymentId: PaymentId;
  readonly gateway: string;
  readonly amount: Paisa;
  readonly reason: RefundReason;
  readonly status: RefundStatus;
}

export interface ToldStatement extends StatementNumber {
  readonly id: StatementId | AgentStatementId;
  readonly operatorId: OperatorId | null;
  readonly agentId: AgentId | null;
  readonly total: Paisa;
  readonly status: StatementStatus;
}

/** The account of an agent. */
export interface ToldAccount {
  readonly id: AgentId;
  readonly balance: Paisa;
  readonly creditLimit: Paisa;
}

/** An event with what it tells. */
export type FeedEvent =
  | {
      readonly type: 'booking.confirmed' | 'booking.expired' | 'booking.completed';
      readonly booking: ToldBooking;
    }
  | { readonly type: 'booking.changed'; readonly booking: ToldBooking; readonly what: BookingChangeKind | 'trip' }
  | {
      readonly type: 'booking.cancelled';
      readonly booking: ToldBooking;
      readonly by: Canceller;
      readonly refund: Paisa;
      readonly fee: Paisa;
    }
  | {
      readonly type: 'refund.due' | 'refund.sent' | 'refund.paid' | 'refund.failed';
      readonly refund: ToldRefund;
    }
  | {
      readonly type: 'trip.created' | 'trip.cancelled' | 'trip.departed' | 'trip.restored';
      readonly trip: ToldTrip;
    }
  | {
      readonly type: 'trip.retimed' | 'trip.bus_swapped' | 'trip.fare_changed';
      readonly trip: ToldTrip;
      readonly old: TripState;
    }
  | { readonly type: 'trip.delayed'; readonly trip: ToldTrip; readonly minutes: number; readonly isSaid: boolean }
  | { readonly type: 'statement.made' | 'statement.paid'; readonly statement: ToldStatement }
  | { readonly type: 'account.credit_low'; readonly account: ToldAccount }
  | { readonly type: 'webhook.test'; readonly webhookId: number };

/**
 * Writes the body of a webhook: JSON, the same for lists of events. Companies do not see the reference that an agent
 * gave a booking.
 */
export type WriteEvent = (event: FeedEvent, at: Instant, hearer: OwnerKind) => string;

/** An event as its owner hears it. */
export interface HeardEvent {
  /** `evt_` and letters and digits. Another one for each owner. */
  readonly id: string;
  readonly owner: Owner;
  readonly type: EventType;
  /** The booking that the event tells of; null for other events. */
  readonly bookingId: BookingId | null;
  /** JSON with the keys `type`, `timestamp` and `data`. */
  readonly body: string;
  readonly at: Instant;
}
