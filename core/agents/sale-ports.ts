import type { FreedOnTrip } from '../fleet/ports.ts';
import type {
  AgentId,
  AgentKeyId,
  AgentPaymentId,
  BookingId,
  HolderId,
  OperatorId,
  TripId,
  UserId,
} from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { EntryKind } from '../ledger/entry.ts';
import type { OfficeBooking, OfficeBookingFilter } from '../payments/office-booking.ts';

/** An agent's earlier sale under a reference. */
export interface KnownSale {
  readonly bookingId: BookingId;
  /** Names the trip, the section and the seats that were sold (`soldText`). */
  readonly sold: string;
}

/** Sales of agents, inside a transaction. */
export interface AgentSales {
  /**
   * Reserves a reference for a sale of this transaction, or finds the sale that has it. Of several transactions with
   * one reference, one reserves it; the others wait until that transaction ends.
   */
  claim(agentId: AgentId, reference: string): Promise<KnownSale | undefined>;
  /** Stores the sale of a reference that this transaction reserved. */
  fulfil(agentId: AgentId, reference: string, sale: KnownSale): Promise<void>;
  /** The total of a key's sales in a span, as they were sold. The agent must be locked. */
  soldBy(key: AgentKeyId, during: Span): Promise<Paisa>;
}

/** Customers of agents who hold seats, inside a transaction. */
export interface AgentHolders {
  /** The holder with this name; a new one if the agent has none. */
  of(agentId: AgentId, name: string, now: Instant): Promise<HolderId>;
  /** The number of seats that all customers of the agent hold at `now`. */
  heldSeats(agentId: AgentId, now: Instant): Promise<number>;
  /**
   * Ends the holds on trips that their agent may not sell, of one agent or on trips of one company. Returns the seats.
   */
  endUnsoldHolds(
    of: { readonly agentId: AgentId } | { readonly operatorId: OperatorId },
    now: Instant,
  ): Promise<readonly FreedOnTrip[]>;
  /** Deletes at most `limit` holders that were last used before `before` and hold no seats. Returns their number. */
  prune(before: Instant, limit: number): Promise<number>;
}

/** Reads customers of agents, outside transactions. */
export interface AgentHolderViews {
  /** The holder with this name; undefined if nobody has held seats under it. */
  find(agentId: AgentId, name: string): Promise<HolderId | undefined>;
}

/** A booking as its agent sees it. */
export interface AgentBooking extends OfficeBooking {
  /** The cost of the booking for the agent: debit less credit of its rows in account AGENT. */
  readonly net: Paisa;
}

export interface AgentBookingFilter extends Pick<OfficeBookingFilter, 'q' | 'contactsAfter' | 'status' | 'departs'> {
  readonly reference?: string;
  readonly tripId?: TripId;
}

/** Reads the bookings of agents. */
export interface AgentBookings {
  /** Lists an agent's bookings, newest first. The page cursor is that of office bookings. */
  list(agentId: AgentId, filter: AgentBookingFilter, page: Page): Promise<Listing<AgentBooking>>;
  /** Finds a booking of the agent. Undefined if another agent, or nobody, sold it. */
  find(agentId: AgentId, id: BookingId): Promise<AgentBooking | undefined>;
}

/** A row of an agent's account. */
export interface AgentEntry {
  readonly id: number;
  readonly at: Instant;
  readonly kind: EntryKind;
  readonly bookingId: BookingId | null;
  readonly bookingCode: string | null;
  /** The agent's reference of the booking, or the reference of its payment; null if there is neither. */
  readonly reference: string | null;
  /** Positive if the agent owes more. */
  readonly amount: Paisa;
}

export interface AgentAccountViews {
  /** Lists the rows of an agent's account, newest first. The page cursor is the row's moment and id. */
  entries(agentId: AgentId, during: Partial<Span>, page: Page): Promise<Listing<AgentEntry>>;
}

/** An agent's payment to the platform. */
export interface AgentPayment {
  readonly id: AgentPaymentId;
  readonly at: Instant;
  readonly amount: Paisa;
  readonly reference: string;
  readonly addedBy: { readonly id: UserId; readonly fullName: string };
}

export interface NewAgentPayment extends Pick<AgentPayment, 'at' | 'amount' | 'reference'> {
  readonly agentId: AgentId;
  readonly addedBy: UserId;
}

/** Payments of agents, inside a transaction. The agent must be locked. */
export interface AgentPayments {
  /** Adds a payment. Undefined if the agent has a payment with this reference. */
  add(payment: NewAgentPayment): Promise<AgentPaymentId | undefined>;
  find(id: AgentPaymentId): Promise<AgentPayment | undefined>;
}

export interface AgentPaymentViews {
  /** Lists an agent's payments, newest first. The page cursor is the payment's moment and id. */
  list(agentId: AgentId, page: Page): Promise<Listing<AgentPayment>>;
}
