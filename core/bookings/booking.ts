import type { CancelledPart } from './cancelled-part.ts';
import type { RefundTier } from '../companies/company.ts';
import type { AgentId, AgentKeyId, BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import { type BasisPoints, NOTHING, type Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Section, Times } from '../trips/sections.ts';

export const BOOKING_STATUSES = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
  'CANCELLED',
  'REFUNDED',
  'EXPIRED',
] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Statuses of active bookings. While a booking has one of these statuses, nobody else can book its seats. */
export const ACTIVE_STATUSES = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
] as const satisfies readonly BookingStatus[];

export const isActive = (status: BookingStatus): boolean =>
  (ACTIVE_STATUSES as readonly BookingStatus[]).includes(status);

/** All moves between the statuses of a booking. Stores change the status only if the present status is in `from`. */
export const MOVES = {
  confirm: { from: ['PENDING_PAYMENT'], to: 'CONFIRMED' },
  /** The booking was paid after its deadline, while its seats were still free. */
  revive: { from: ['EXPIRED'], to: 'CONFIRMED' },
  expire: { from: ['PENDING_PAYMENT'], to: 'EXPIRED' },
  cancelUnpaid: { from: ['PENDING_PAYMENT'], to: 'CANCELLED' },
  /** A paid booking is cancelled without a refund. */
  cancelPaid: { from: ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'], to: 'CANCELLED' },
  refund: { from: ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'], to: 'REFUNDED' },
  /** The first passenger of the booking has boarded. */
  checkIn: { from: ['CONFIRMED'], to: 'CHECKED_IN' },
  /** No passenger of the booking is on board any more. */
  undoCheckIn: { from: ['CHECKED_IN'], to: 'CONFIRMED' },
  complete: { from: ['CONFIRMED', 'CHECKED_IN'], to: 'COMPLETED' },
} as const satisfies Record<string, { readonly from: readonly BookingStatus[]; readonly to: BookingStatus }>;

export type BookingMove = keyof typeof MOVES;

/** Statuses of a paid booking whose ticket is valid, or was valid until the trip was over. */
export const TICKETED_STATUSES = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] as const satisfies readonly BookingStatus[];

/** Whether the booking's ticket is valid, or was valid until the trip was over. */
export const isTicketed = (status: BookingStatus): boolean =>
  (TICKETED_STATUSES as readonly BookingStatus[]).includes(status);

/** Whether a move makes a valid ticket invalid. */
export const revokesTicket = (move: BookingMove): boolean =>
  !isTicketed(MOVES[move].to) && MOVES[move].from.some(isTicketed);

/** Whether a move changes the manifest. The manifest lists bookings with a ticket. */
export const concernsManifest = (move: BookingMove): boolean => isTicketed(MOVES[move].to) || revokesTicket(move);

/** Whether the booking was cancelled, refunded or expired. */
export const isClosed = (status: BookingStatus): boolean =>
  status === 'CANCELLED' || status === 'REFUNDED' || status === 'EXPIRED';

export const CHANNELS = ['ONLINE', 'COUNTER', 'AGENT'] as const;
/** ONLINE: booked by the passenger. COUNTER: sold at the company's counter. AGENT: sold by an agent, on account. */
export type Channel = (typeof CHANNELS)[number];

/** Who tells the traveller of what the agent itself does: the service, or the agent. */
export const AGENT_MESSAGES = ['service', 'agent'] as const;

/** The agent that sold a booking, and the terms of the sale. */
export interface AgentSale {
  readonly agentId: AgentId;
  /** The agent's commission rate at the time of the sale. */
  readonly rate: BasisPoints;
  /** The agent's own reference of the sale. A booking made by a change has the reference of the old one. */
  readonly reference: string;
  /** The key that sold; null if a person of the agent's staff did. */
  readonly keyId: AgentKeyId | null;
  /** The person's name or the key's label, as it was at the time of the sale. */
  readonly seller: string;
  readonly messages: (typeof AGENT_MESSAGES)[number];
}

/** The customer of a counter or an agent. This customer needs no account. */
export interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
}

export interface Booking {
  readonly id: BookingId;
  /** The booking code: `BT`, the local day of booking as yymmdd, and six digits. Unique. */
  readonly code: string;
  /** The account of the passenger who booked online, or of the seller at the counter; NOBODY if an agent sold. */
  readonly userId: UserId;
  readonly tripId: TripId;
  /** The company that runs the trip. */
  readonly operatorId: OperatorId;
  readonly channel: Channel;
  /** The customer of a counter or an agent; null for an online booking. */
  readonly contact: Contact | null;
  /** The agent that sold the booking; null unless an agent did. */
  readonly agent: AgentSale | null;
  /** The language of the ticket and mails, as the request that made the booking named it. */
  readonly language: Language;
  readonly seatsCount: number;
  readonly total: Paisa;
  readonly commissionRate: BasisPoints;
  readonly commission: Paisa;
  readonly operatorEarning: Paisa;
  /**
   * The company's cancellation tiers at the time of booking. Null for bookings from before tiers were stored; then the
   * platform's tiers apply.
   */
  readonly cancellationTiers: readonly RefundTier[] | null;
  /**
   * The company's fee tiers for a change to another trip, at the time of booking. Null for older bookings; then the
   * platform's tiers apply.
   */
  readonly changeTiers: readonly RefundTier[] | null;
  /**
   * The lowest rate of the cancellation fee. Above 0 only if a change made the booking. Otherwise passengers could save
   * the fee by changing the booking first.
   */
  readonly leastFee: BasisPoints;
  /** The amount that has to be paid for the booking: its price or, after a change, the price difference. */
  readonly amountDue: Paisa;
  readonly status: BookingStatus;
  readonly paymentDeadline: Instant;
  readonly bookedAt: Instant;
  /**
   * The trip's departure and type of bus at the time of booking. Null for older bookings, because these values were not
   * stored.
   */
  readonly bookedFor: { readonly departsAt: Instant; readonly busType: string } | null;
  /** The moment after departure when the payment was divided between company and platform; null before. */
  readonly earnedAt: Instant | null;
  /** The section of the trip that the passengers travel: from one stop to a later one. */
  readonly section: Section;
  /**
   * Departure and arrival of the booking's section. Null if passengers travel from the trip's first stop to its last;
   * then the trip's times apply.
   */
  readonly sectionTimes: Times | null;
  /**
   * Partial cancellations, oldest first. `total`, `commission` and `operatorEarning` are the amounts of the remaining
   * seats.
   */
  readonly parts: readonly CancelledPart[];
  /**
   * The booking that this one replaces, or was meant to replace if the change was never completed. Null if no change
   * made this booking.
   */
  readonly changedFrom: BookingId | null;
}

/**
 * The section of a booking, in the form that stores of seats expect. Undefined on a trip without intermediate stops,
 * which goes from stop 0 to stop 1.
 */
export const sectionOnRoad = ({
  section,
  sectionTimes,
}: Pick<Booking, 'section' | 'sectionTimes'>): Section | undefined =>
  section.to === 1 && sectionTimes === null ? undefined : section;

/**
 * Whether a user owns a booking. The owner is the passenger who booked online. Nobody owns a counter sale, not even the
 * seller.
 */
export const isOwnedBy = ({ userId, channel }: Pick<Booking, 'userId' | 'channel'>, user: UserId): boolean =>
  channel === 'ONLINE' && userId === user;

/** Whether an unpaid booking has reached its payment deadline, inclusive. From then on, others can book its seats. */
export const isOverdue = (booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): boolean =>
  booking.status === 'PENDING_PAYMENT' && booking.paymentDeadline <= now;

/** The amount that the customer still has to pay for a booking; 0 unless the booking is unpaid. */
export const amountDueOf = ({ status, amountDue }: Pick<Booking, 'status' | 'amountDue'>): Paisa =>
  status === 'PENDING_PAYMENT' ? amountDue : NOTHING;

/** Events about a company's bookings, which the company's staff are notified of. */
export type OperatorNotified =
  | {
      readonly type: 'booking confirmed';
      readonly operatorId: OperatorId;
      readonly bookingCode: string;
      readonly seatsCount: number;
      readonly amount: Paisa;
    }
  | {
      readonly type: 'booking cancelled';
      readonly operatorId: OperatorId;
      readonly bookingCode: string;
      readonly refund: Paisa;
    }
  /**
   * A customer paid the payment code of a counter sale after the sale had ended. The status is CONFIRMED if the seats
   * were still free.
   */
  | {
      readonly type: 'late payment';
      readonly operatorId: OperatorId;
      readonly bookingCode: string;
      readonly amount: Paisa;
      readonly bookingStatus: BookingStatus;
    };

/**
 * The URL of the page where a passenger sees and cancels a booking, and names a bank or wallet account for refunds.
 * Null for the sale of a counter or an agent: its customer has no account to sign in.
 */
export const bookingPageOf = (clientBase: string, { id, channel }: Pick<Booking, 'id' | 'channel'>): string | null =>
  channel !== 'ONLINE' ? null : `${clientBase}/bookings/${id}`;
