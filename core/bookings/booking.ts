import type { CancelledPart } from './cancelled-part.ts';
import type { RefundTier } from '../companies/company.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../kernel/ids.ts';
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

/** The statuses in which a booking takes its seats. */
export const ACTIVE_STATUSES = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'CHECKED_IN',
  'COMPLETED',
] as const satisfies readonly BookingStatus[];

export const isActive = (status: BookingStatus): boolean =>
  (ACTIVE_STATUSES as readonly BookingStatus[]).includes(status);

/** All moves between the statuses of a booking. Stores make a move as a compare-and-swap on `from`. */
export const MOVES = {
  confirm: { from: ['PENDING_PAYMENT'], to: 'CONFIRMED' },
  /** The booking was paid after its deadline, while its seats were still free. */
  revive: { from: ['EXPIRED'], to: 'CONFIRMED' },
  expire: { from: ['PENDING_PAYMENT'], to: 'EXPIRED' },
  cancelUnpaid: { from: ['PENDING_PAYMENT'], to: 'CANCELLED' },
  /** A paid booking is cancelled without a refund. */
  cancelPaid: { from: ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'], to: 'CANCELLED' },
  refund: { from: ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'], to: 'REFUNDED' },
  /** The first passenger has boarded. */
  checkIn: { from: ['CONFIRMED'], to: 'CHECKED_IN' },
  /** No passenger of the booking is on board any more. */
  undoCheckIn: { from: ['CHECKED_IN'], to: 'CONFIRMED' },
  complete: { from: ['CONFIRMED', 'CHECKED_IN'], to: 'COMPLETED' },
} as const satisfies Record<string, { readonly from: readonly BookingStatus[]; readonly to: BookingStatus }>;

export type BookingMove = keyof typeof MOVES;

export const mayMove = (status: BookingStatus, move: BookingMove): boolean =>
  (MOVES[move].from as readonly BookingStatus[]).includes(status);

/** Statuses with a ticket that is or was valid. */
export const TICKETED_STATUSES = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] as const satisfies readonly BookingStatus[];

/** Whether the booking has or had a valid ticket. */
export const isTicketed = (status: BookingStatus): boolean =>
  (TICKETED_STATUSES as readonly BookingStatus[]).includes(status);

/** Whether a move ends a booking with a valid ticket. */
export const revokesTicket = (move: BookingMove): boolean =>
  !isTicketed(MOVES[move].to) && MOVES[move].from.some(isTicketed);

/** Whether a move changes the manifest, which lists bookings with a ticket. */
export const concernsManifest = (move: BookingMove): boolean => isTicketed(MOVES[move].to) || revokesTicket(move);

/** Whether the booking ended without a journey. */
export const isClosed = (status: BookingStatus): boolean =>
  status === 'CANCELLED' || status === 'REFUNDED' || status === 'EXPIRED';

/** ONLINE: booked by the passenger. COUNTER: sold at the company's counter. */
export type Channel = 'ONLINE' | 'COUNTER';

/** The customer of a counter sale, who needs no account. */
export interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
}

export interface Booking {
  readonly id: BookingId;
  /** `BT`, the local day of booking as yymmdd, and six digits. Unique. */
  readonly code: string;
  /** The passenger's account; for a counter sale, the seller's. */
  readonly userId: UserId;
  readonly tripId: TripId;
  /** The company that runs the trip. */
  readonly operatorId: OperatorId;
  readonly channel: Channel;
  /** The customer of a counter sale; null for an online booking. */
  readonly contact: Contact | null;
  /** The language of the ticket and mails: that of the booking request. */
  readonly language: Language;
  readonly seatsCount: number;
  readonly total: Paisa;
  readonly commissionRate: BasisPoints;
  readonly commission: Paisa;
  readonly operatorEarning: Paisa;
  /** The tiers at the time of booking. Null for bookings from before tiers were stored: the platform's apply. */
  readonly cancellationTiers: readonly RefundTier[] | null;
  /** The fees of a change to another trip, from the time of booking. Null for older bookings: the platform's apply. */
  readonly changeTiers: readonly RefundTier[] | null;
  /** The lowest rate of a cancellation fee. Above 0 only after changes that were cheaper than a cancellation. */
  readonly leastFee: BasisPoints;
  /** The amount that pays the booking: its price, or the rest that a change left to pay. */
  readonly amountDue: Paisa;
  readonly status: BookingStatus;
  readonly paymentDeadline: Instant;
  readonly bookedAt: Instant;
  /**
   * The trip's departure and type of bus at the time of booking. Null for older bookings, for which these were not
   * stored.
   */
  readonly bookedFor: { readonly departsAt: Instant; readonly busType: string } | null;
  /** The moment at which company and platform earned the payment, at departure; null before. */
  readonly earnedAt: Instant | null;
  /** The stops between which the passengers travel. */
  readonly section: Section;
  /** The section's own departure and arrival. Null for the whole road, whose times are the trip's. */
  readonly sectionTimes: Times | null;
  /** Seats that were cancelled while others stayed, oldest first. Price and shares above are those of the rest. */
  readonly parts: readonly CancelledPart[];
  /** The booking that a change made this one from, even if the change was never done. */
  readonly changedFrom: BookingId | null;
}

/**
 * The section of a booking as stores of seats need it. Undefined on trips without stops between their ends, whose whole
 * road leads from stop 0 to stop 1.
 */
export const sectionOnRoad = ({
  section,
  sectionTimes,
}: Pick<Booking, 'section' | 'sectionTimes'>): Section | undefined =>
  section.to === 1 && sectionTimes === null ? undefined : section;

/**
 * Whether a user owns a booking: only the passenger who booked online. A counter sale belongs to no account, not even
 * the seller's.
 */
export const isOwnedBy = ({ userId, channel }: Pick<Booking, 'userId' | 'channel'>, user: UserId): boolean =>
  channel === 'ONLINE' && userId === user;

/** Whether an unpaid booking has reached its deadline, inclusive. Overdue bookings take no seats. */
export const isOverdue = (booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): boolean =>
  booking.status === 'PENDING_PAYMENT' && booking.paymentDeadline <= now;

/** The amount that a booking waits for; nothing unless it is unpaid. */
export const amountDueOf = ({ status, amountDue }: Pick<Booking, 'status' | 'amountDue'>): Paisa =>
  status === 'PENDING_PAYMENT' ? amountDue : NOTHING;

/** Events about an operator's bookings. */
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
  /** A code of a counter was paid after its sale had ended. CONFIRMED: the seats were still free. */
  | {
      readonly type: 'late payment';
      readonly operatorId: OperatorId;
      readonly bookingCode: string;
      readonly amount: Paisa;
      readonly bookingStatus: BookingStatus;
    };

/**
 * The page where passengers see and cancel a booking, and name a refund account. Null for a counter sale, which has no
 * account.
 */
export const bookingPageOf = (clientBase: string, { id, channel }: Pick<Booking, 'id' | 'channel'>): string | null =>
  channel === 'COUNTER' ? null : `${clientBase}/bookings/${id}`;
